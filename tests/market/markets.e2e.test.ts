import type { CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scrollUntilVisible } from '../support/browser/scrollUntilVisible.ts'
import { findOverflow, type Phone, takeScreenshot, signInAsGuest, type Session, startSession } from '../support/session.ts'

// The list of markets under a thumb: what was searched for last, and what a row offers that is held.
let story: Session
let phone: Phone

beforeAll(async () => {
  story = await startSession()
  phone = await story.phone()
})
afterAll(() => story?.end())

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search markets' })
const recent = (page: Page) => page.getByRole('region', { name: 'Recent searches' })
const again = async (page: Page) => (await recent(page).getByRole('listitem').allInnerTexts()).map((text) => text.trim())
const row = (page: Page, pair: string) => page.getByRole('list', { name: 'Markets' }).getByRole('link').filter({ hasText: pair })

async function lookFor(page: Page, text: string, pair: string): Promise<void> {
  await page.goto('/hangqing')
  await page.getByRole('button', { name: 'Search markets' }).click()
  await search(page).fill(text)
  await row(page, pair).first().click()
  await page.waitForURL('**/kline?*')
}

it('offers what was searched for last, the newest first, and takes it away again', async () => {
  const { page, faults } = phone
  await page.goto('/hangqing')
  await page.getByRole('button', { name: 'Search markets' }).click()
  expect(await recent(page).count(), 'nothing was looked for yet').toBe(0)
  // Typed and left again without having led anywhere: nothing to go back to.
  await search(page).fill('nothing such')
  await page.getByText('No market matches').waitFor()
  await search(page).press('Enter')
  await lookFor(page, 'gold', 'XAU/USD')
  await lookFor(page, 'BTC', 'BTC/USDT')
  await lookFor(page, 'Gold', 'XAU/USD')
  await page.goto('/hangqing')
  await page.getByRole('button', { name: 'Search markets' }).click()
  await expect.poll(() => again(page)).toEqual(['Gold', 'BTC'])
  expect(await findOverflow(page)).toEqual([])

  await recent(page).getByRole('button', { name: 'BTC', exact: true }).click()
  await expect.poll(() => search(page).inputValue()).toBe('BTC')
  await row(page, 'BTC/USDT').first().waitFor()
  expect(await recent(page).count(), 'only under an empty field').toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')

  await search(page).fill('')
  await recent(page).getByRole('button', { name: 'Forget “Gold”' }).click()
  await expect.poll(() => again(page)).toEqual(['BTC'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  // The search over everything knows them too.
  await page.goto('/search')
  await page.getByRole('button', { name: 'BTC', exact: true }).waitFor()
  await page.goto('/hangqing?keyword=')
  await recent(page).getByRole('button', { name: 'Clear' }).click()
  await recent(page).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
  expect(faults.splice(0)).toEqual([])
})

it('takes a word that is put together letter by letter, and Back finds it again', async () => {
  const { page, context } = phone
  await page.goto('/hangqing')
  await page.getByRole('button', { name: 'Search markets' }).click()
  await search(page).focus()
  // As a Japanese keyboard does it: each step takes the place of the one before.
  const keyboard = await context.newCDPSession(page)
  for (const text of ['b', 'bt', 'btc'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  // Both keys first belong to the word.
  for (const key of ['Escape', 'Enter']) await search(page).dispatchEvent('keydown', { key, isComposing: true, bubbles: true })
  await keyboard.send('Input.insertText', { text: 'BTC' })
  expect(await search(page).inputValue()).toBe('BTC')
  await row(page, 'BTC/USDT').first().click()
  await page.waitForURL('**/kline?*')
  await page.goBack()
  await page.waitForURL('**/hangqing?keyword=BTC')
  await expect.poll(() => search(page).inputValue()).toBe('BTC')
})

it('forgets them with whoever signs out, and with a session that was ended elsewhere', async () => {
  const { page } = await story.phone()
  const kept = () => page.evaluate(() => localStorage.getItem('recent-searches'))
  await signInAsGuest(page)
  await lookFor(page, 'gold', 'XAU/USD')
  await expect.poll(kept).toBe('["gold"]')
  await page.goto('/my')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login*')
  await expect.poll(kept).toBeNull()

  // What a visitor looks for stays: nobody leaves.
  await lookFor(page, 'gold', 'XAU/USD')
  await page.goto('/home')
  await scrollUntilVisible(page.getByRole('heading', { name: 'News' }))
  expect(await kept()).toBe('["gold"]')

  const other = await story.phone()
  await signInAsGuest(other.page)
  await lookFor(other.page, 'gold', 'XAU/USD')
  await story.app.db.query('delete from session')
  await other.page.goto('/my')
  await other.page.waitForURL('**/login*')
  await expect.poll(() => other.page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
})

const sheet = (page: Page) => page.getByRole('dialog')
/** The sheet has left, its words too. */
async function isGone(page: Page): Promise<void> {
  await expect.poll(() => page.locator('dialog h2').count()).toBe(0)
}
const heldMs = 900

/** A finger, as the browser itself feels it: with its long press, its menus and its scrolling. */
async function finger(
  page: Page,
): Promise<{ down(x: number, y: number): Promise<void>; move(x: number, y: number): Promise<void>; up(): Promise<void> }> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints }).then(() => undefined)
  return {
    down: (x, y) => touch('touchStart', [{ x, y }]),
    move: (x, y) => touch('touchMove', [{ x, y }]),
    up: () => touch('touchEnd', []),
  }
}

async function middleOf(target: Locator): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [x + width / 2, y + height / 2]
}

it('says in a line what a market is doing, explains it at a tap, and says so at home', async () => {
  // What the worker would ask for by itself is not answered here.
  const { page, faults } = await story.phone({ viewport: { width: 320, height: 640 }, serviceWorkers: 'block' })
  await page.goto('/home')
  // A day of published hours: calm now, and a number for an hour that is still to come, which nobody may show.
  const hourMs = 3_600_000
  const nowMs = await page.evaluate(() => Date.now())
  const since = (ago: number) => nowMs - (nowMs % hourMs) - ago * hourMs
  const day = Array.from({ length: 25 }, (_, at) => ({
    since: since(24 - at),
    volatility: at === 24 ? '0.6387' : '1.3334',
    hour: '0.8660',
  }))
  const paces = [{ category: 'crypto', hours: [...day, { since: since(-1), volatility: '9.0000', hour: '1.0000' }] }]
  let told: unknown[] = paces
  // They come with the first answer of a start.
  await page.route('**/api/app/frame*', async (route) => {
    const answer = await route.fetch()
    const said = (await answer.json()) as { result: object }
    await route.fulfill({ response: answer, json: { ...said, result: { ...said.result, paces: told } } })
  })
  await page.goto('/kline?symbol=BTCUSDT&period=15m')
  const line = page.getByRole('button', { name: /^What this market is doing: Calm (market|night) · 0\.6× its usual moves/ })
  await line.waitFor()
  expect((await line.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  expect(await findOverflow(page)).toEqual([])
  await line.click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('A calm market can end at any moment').waitFor()
  await sheet.getByText(/^Between 0\.6 and 1\.2 times the usual/).waitFor({ state: 'attached' })
  await takeScreenshot(page, 'marketStory')
  await page.keyboard.press('Escape')
  await page.goto('/home')
  await scrollUntilVisible(page.getByText(/^Crypto: Calm/))
  // Where no volatility is published, nothing is said of it.
  told = []
  await page.goto('/kline?symbol=ETHUSDT&period=15m')
  await page.getByRole('img').first().waitFor()
  expect(await page.getByRole('button', { name: /^What this market is doing: (Calm|Moves|Fast)/ }).count()).toBe(0)
  expect(faults).toEqual([])
})

it('a row that is held offers its market: a favourite, an alert, the chart', async () => {
  const { page, faults } = phone
  await page.goto('/hangqing')
  const ether = row(page, 'ETH/USDT').first()
  await ether.waitFor()
  const hand = await finger(page)
  const hold = async () => {
    // Once the turn of the screens is over, and nothing lies above it.
    await ether.click({ trial: true })
    await hand.down(...(await middleOf(ether)))
    await sheet(page)
      .getByRole('button', { name: /favourites/ })
      .waitFor()
    await hand.up()
  }
  await hold()
  expect(await sheet(page).getByRole('heading').innerText()).toBe('ETH/USDT Ethereum')
  // The finger that held it has pressed nothing: neither the row nor what came beneath it.
  await page.waitForTimeout(heldMs)
  expect(new URL(page.url()).pathname).toBe('/hangqing')
  expect(await findOverflow(page)).toEqual([])
  await sheet(page).getByRole('button', { name: 'Add to favourites' }).click()
  await page.getByText('ETH/USDT is a favourite now').first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Remove ETH/USDT from favourites' }).waitFor()
  await isGone(page)

  await hold()
  await sheet(page).getByRole('button', { name: 'Remove from favourites' }).click()
  await isGone(page)
  await page.getByRole('button', { name: 'Add ETH/USDT to favourites' }).waitFor()
  await hold()
  await sheet(page).getByRole('link', { name: 'Set alert' }).click()
  // A visitor is asked who it is, and comes back there.
  await page.waitForURL('**/login?redirect=*alerts*ETHUSDT*')
  await page.getByRole('textbox', { name: 'Email or mobile number' }).waitFor()
  await page.goBack()
  await hold()
  await sheet(page).getByRole('link', { name: 'Open the chart' }).click()
  await page.waitForURL('**/kline?*symbol=ETHUSDT*')
  expect(faults.splice(0)).toEqual([])
})

it('takes the place of the menu that the browser has for a finger, and the click of the same finger is no choice', async () => {
  const { page, faults } = phone
  await page.goto('/hangqing')
  const ether = row(page, 'ETH/USDT').first()
  await ether.click({ trial: true })
  const [clientX, clientY] = await middleOf(ether)
  await ether.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true, bubbles: true, clientX, clientY })
  const isLeftToBrowser = await ether.evaluate((link) =>
    link.dispatchEvent(new PointerEvent('contextmenu', { bubbles: true, cancelable: true, pointerType: 'touch' })),
  )
  expect(isLeftToBrowser, 'the menu of the link').toBe(false)
  await sheet(page).getByRole('button', { name: 'Add to favourites' }).waitFor()
  /** A click beside the sheet, which closes it; whether it is open after what follows from that. */
  const clickBeside = () =>
    page.evaluate(
      async (place) => {
        document.elementFromPoint(...place)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
        await new Promise((done) => setTimeout(done, 100))
        return document.querySelector('dialog[open]') !== null
      },
      [clientX, 20] as [number, number],
    )
  expect(await clickBeside()).toBe(true)
  await page.evaluate(() => dispatchEvent(new PointerEvent('pointerdown')))
  await clickBeside()
  await expect.poll(() => page.locator('dialog[open]').count(), { message: 'the next press counts' }).toBe(0)
  expect(faults.splice(0)).toEqual([])
})

it('a finger that moves on scrolls, one that is lifted opens the chart', async () => {
  const { page, faults } = phone
  await page.goto('/hangqing')
  const bitcoin = row(page, 'BTC/USDT').first()
  await bitcoin.waitFor()
  const hand = await finger(page)
  const [x, y] = await middleOf(row(page, '/').nth(5))
  await hand.down(x, y)
  for (let at = 1; at <= 10; at++) await hand.move(x, y - at * 20)
  await page.waitForTimeout(heldMs)
  await hand.up()
  expect(await sheet(page).filter({ visible: true }).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50)
  await page.evaluate(() => window.scrollTo(0, 0))
  await bitcoin.tap()
  await page.waitForURL('**/kline?*symbol=BTCUSDT*')
  expect(faults.splice(0)).toEqual([])
})

it('the right button and the menu key open it too, and the keyboard comes back to its row', async () => {
  const { page, faults } = await story.phone({ isMobile: false, hasTouch: false })
  await page.goto('/hangqing')
  const gold = row(page, 'XAU/USD').first()
  await gold.click({ button: 'right' })
  await sheet(page).getByRole('button', { name: 'Add to favourites' }).waitFor()
  await page.keyboard.press('Escape')
  await isGone(page)
  await gold.focus()
  await page.keyboard.press('ContextMenu')
  await sheet(page).getByRole('button', { name: 'Add to favourites' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => gold.evaluate((link) => link === document.activeElement)).toBe(true)
  expect(faults).toEqual([])
})
