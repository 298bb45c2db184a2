import type { CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selectRadio } from '../support/selectRadio.ts'
import { findOverflow, type Phone, type Session, startSession } from '../support/session.ts'

// From the first paint to a first position with play money: few taps, no account, costs before the confirm button.
let story: Session
beforeAll(async () => {
  story = await startSession()
})
afterAll(() => story?.end())

const mostTaps = 4

interface Kept {
  available: string
  running: { symbol: string; margin: string }[]
}

/** A newcomer's phone that counts what is tapped and notes every write to the server. */
async function newcomer(wishes: Parameters<Session['phone']>[0] = {}) {
  const phone: Phone = await story.phone(wishes)
  const { page } = phone
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname)
  })
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  return { ...phone, writes, tap, taps: () => taps }
}

const start = (page: Page) => page.getByRole('link', { name: 'Start a demo' })
const review = (page: Page) => page.getByRole('button', { name: 'Review long' })
const sheet = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page) => sheet(page).getByRole('button', { name: 'Confirm' })
/** Sooner than anybody reads what it costs, a tap is the second of a double one: the sheet passes it over. */
const readMs = 400
async function read(page: Page): Promise<void> {
  await confirm(page).waitFor()
  await page.waitForTimeout(readMs)
}
const opened = (page: Page) => sheet(page).getByRole('heading', { name: 'Position opened' })
const ledger = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('paper-ledger') ?? 'null') as Kept | null)

it('takes three taps from home, says what is simulated once beside the price, and every cost before the last tap', async () => {
  const { page, tap, taps, writes, faults, context } = await newcomer()
  await page.goto('/home')
  await tap(start(page))
  await page.waitForURL('**/demotrading*')
  const margin = page.getByRole('textbox', { name: 'Margin' })
  await expect.poll(() => margin.inputValue()).toBe('100')
  await page.getByText('A small amount to start with. You can change it.').waitFor()
  await page.getByText('You gain when the price rises and lose when it falls.').waitFor()
  // Once, where the price is.
  const said = page.getByText(/simulated/i).filter({ visible: true })
  await expect.poll(() => said.allInnerTexts()).toEqual(['Simulated price'])
  const [words, price] = [await said.boundingBox(), await page.locator('main header [class*=price]').first().boundingBox()]
  expect((words?.y ?? 0) - ((price?.y ?? 0) + (price?.height ?? 0))).toBeLessThan(32)
  expect(await findOverflow(page)).toEqual([])

  await tap(review(page))
  for (const line of ['Price', 'Order value', 'Opening fee', 'Closing fee, about', 'Close-out price', 'Most you can lose:'])
    await sheet(page).getByText(line).first().waitFor()
  expect((await ledger(page))?.running ?? [], 'nothing before it is confirmed').toEqual([])
  await read(page)
  await tap(confirm(page))
  await opened(page).waitFor()
  expect(taps()).toBe(3)
  expect(taps()).toBeLessThanOrEqual(mostTaps)
  expect((await ledger(page))?.running).toMatchObject([{ symbol: 'BTCUSDT' }])
  expect(writes, 'nobody is asked, nothing is written for somebody').toEqual([])
  expect(page.url()).toContain('/demotrading')

  await page.waitForTimeout(readMs)
  await tap(sheet(page).getByRole('button', { name: 'Done' }))
  expect(taps()).toBeLessThanOrEqual(mostTaps)
  const hint = page.getByText('The large number is your gain or loss so far')
  await hint.waitFor()
  await page.getByRole('button', { name: 'Put this hint away' }).tap()
  await hint.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'BTC/USDT' }).waitFor()
  expect(await hint.count(), 'put away for good').toBe(0)
  expect(await margin.inputValue(), 'only the first order is proposed').toBe('')
  expect(faults).toEqual([])
  await context.close()
})

it('takes four from a market’s chart, and four by way of the tab that asks who one is', async () => {
  const chart = await newcomer({ viewport: { width: 320, height: 568 }, colorScheme: 'dark' })
  await chart.page.goto('/hangqing')
  await chart.tap(chart.page.getByRole('list', { name: 'Markets' }).getByRole('link').filter({ hasText: 'ETH/USDT' }).first())
  await chart.tap(chart.page.getByRole('link', { name: 'Practice' }))
  await chart.page.waitForURL('**/demotrading?*ETHUSDT*')
  await chart.tap(review(chart.page))
  await read(chart.page)
  await chart.tap(confirm(chart.page))
  await opened(chart.page).waitFor()
  expect(chart.taps()).toBe(4)
  expect((await ledger(chart.page))?.running).toMatchObject([{ symbol: 'ETHUSDT' }])
  expect(chart.writes).toEqual([])

  const tab = await newcomer()
  await tab.page.goto('/home')
  await tab.tap(tab.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contract' }))
  await tab.tap(tab.page.getByRole('link', { name: 'Practice without an account' }))
  await tab.tap(review(tab.page))
  await read(tab.page)
  await tab.tap(confirm(tab.page))
  await opened(tab.page).waitFor()
  expect(tab.taps()).toBe(4)
  expect([...chart.faults, ...tab.faults]).toEqual([])
  await chart.context.close()
  await tab.context.close()
})

it('proposes what the market’s smallest order allows, and what is typed takes its place', async () => {
  const { page, context } = await newcomer({ hasTouch: false, isMobile: false })
  await page.goto('/demotrading?symbol=BTCUSDT')
  const margin = page.getByRole('textbox', { name: 'Margin' })
  await expect.poll(() => margin.inputValue()).toBe('100')
  await margin.click()
  await page.keyboard.type('250')
  expect(await margin.inputValue()).toBe('250')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  expect(await margin.inputValue(), 'an empty field stays empty').toBe('')
  await page.reload()
  await selectRadio(page.getByRole('radio', { name: 'Quantity' }))
  expect(await page.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('')
  await context.close()
})

/** Two taps of one finger at one place, as fast as the browser takes them. */
async function tapTwice(session: CDPSession, target: Locator): Promise<void> {
  await target.tap({ trial: true })
  const { x, y, width, height } = (await target.boundingBox())!
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  // Sent together: nothing of the page comes between them.
  await Promise.all(
    [touchPoints, [], touchPoints, []].map((fingers) =>
      session.send('Input.dispatchTouchEvent', { type: fingers.length > 0 ? 'touchStart' : 'touchEnd', touchPoints: fingers }),
    ),
  )
}

it('opens one position however often a finger falls', async () => {
  const { page, context, faults, writes } = await newcomer()
  const session = await context.newCDPSession(page)
  await page.goto('/home')
  await tapTwice(session, start(page))
  await page.waitForURL('**/demotrading*')
  await tapTwice(session, review(page))
  await read(page)
  expect((await ledger(page))?.running ?? []).toEqual([])
  await tapTwice(session, confirm(page))
  await opened(page).waitFor()
  expect((await ledger(page))?.running.length).toBe(1)
  expect(page.url()).toContain('/demotrading')
  expect(writes).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('goes the same way on a slow network', async () => {
  const { page, context, tap, taps } = await newcomer({ serviceWorkers: 'block' })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 60_000,
    uploadThroughput: 30_000,
  })
  await page.goto('/home', { waitUntil: 'commit' })
  await tap(start(page))
  await tap(review(page))
  await read(page)
  await tap(confirm(page))
  await opened(page).waitFor()
  expect(taps()).toBe(3)
  await context.close()
})

it('says so at each step that has no connection, and goes on when there is one', async () => {
  // Nothing is stored yet: a first visit that is cut off early.
  const { page, context } = await newcomer({ serviceWorkers: 'block' })
  await page.goto('/home')
  await start(page).waitFor()
  // The frame that came as a page has the link too; what is cut off here is the app.
  await page.locator('#first').waitFor({ state: 'detached' })
  await context.setOffline(true)
  await start(page).tap()
  await page.getByRole('heading', { name: 'This screen did not arrive' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Reload' }).tap()
  await expect.poll(() => page.getByRole('textbox', { name: 'Margin' }).inputValue()).toBe('100')

  await context.setOffline(true)
  await page.getByText('Waiting for a fresh price').waitFor()
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor()
  await expect.poll(() => review(page).isDisabled()).toBe(true)
  await context.setOffline(false)
  await review(page).tap()

  await read(page)
  await context.setOffline(true)
  // Once the price has grown old.
  await expect.poll(() => page.locator('main header [data-stale]').count()).toBeGreaterThan(0)
  // The sheet may have asked again by itself meanwhile, and then says so before it is pressed.
  await confirm(page)
    .tap({ timeout: 5_000 })
    .catch(() => undefined)
  await sheet(page).getByText('There is no fresh price right now. Nothing happened.').first().waitFor()
  expect((await ledger(page))?.running ?? []).toEqual([])
  await context.setOffline(false)
  await expect.poll(() => page.locator('main header [data-stale]').count()).toBe(0)
  await sheet(page).getByRole('button', { name: 'Try again' }).tap()
  await confirm(page).tap()
  await opened(page).waitFor()
  expect((await ledger(page))?.running.length).toBe(1)
  await context.close()
})
