import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '#contract/calls/account.ts'
import { selectRadio } from '../support/selectRadio.ts'
import { isStoredByPage, waitUntilTrue } from '../support/waitUntilTrue.ts'
import { createOfflineFixture, goOffline, waitUntilInstalled, reconnect, type OfflineFixture } from './offlineFixture.ts'

let world: OfflineFixture
beforeAll(async () => {
  world = await createOfflineFixture()
})
afterAll(() => world?.stop())

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const balances = '/api/finance/appWallet/queryUserBalance'
const tickers = '/api/public/getTicketList'
const systemSettings = '/api/set/appSysSet/getKeyByParam'

/** Signs in as a guest from wherever the guard sent this page, and waits until it is back. */
async function becomeGuest(page: Page, back: string): Promise<void> {
  await page.getByRole('button', { name: /guest/i }).first().click()
  // The first password is shown once, before the way goes on.
  await page.getByText('I have kept the password').click()
  await page.getByRole('button', { name: 'Continue', exact: true }).last().click()
  await page.waitForURL(`**${back}`)
}

async function guestAt(address: string): Promise<{ phone: BrowserContext; page: Page }> {
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(world.front.origin + address)
  await page.waitForURL('**/login?redirect=*')
  await becomeGuest(page, address)
  return { phone, page }
}

it('remembers where a visitor wanted to go and returns there after signing in', async () => {
  const { page } = await guestAt('/my')
  await tabBar(page).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
})

it('lets a signed-in person in without a network, from a cold start', async () => {
  const { phone, page } = await guestAt('/my')
  await waitUntilInstalled(page)
  await page.reload()
  await tabBar(page).waitFor()
  await waitUntilTrue(page, isStoredByPage, account.me.path)
  await page.close()
  await goOffline(world.front, phone)
  const cold = await phone.newPage()
  await cold.goto(`${world.front.origin}/my`)
  await tabBar(cold).waitFor()
  await cold.waitForTimeout(1_500)
  expect(new URL(cold.url()).pathname).toBe('/my')
  await reconnect(world.front, phone)
})

it('goes to the sign-in screen on any 401 and forgets the person', async () => {
  const { page } = await guestAt('/my')
  world.front.answer(
    balances,
    JSON.stringify({ success: false, code: 401, message: 'Please sign in again', result: null, timestamp: 0 }),
    401,
  )
  await page.goto(`${world.front.origin}/zichanCenter`)
  await page.waitForURL('**/login?redirect=*')
  expect(new URL(page.url()).searchParams.get('redirect')).toMatch(/^\/zichanCenter/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  world.front.answer(balances, undefined)
})

it('leads the root and unknown addresses home', async () => {
  const page = await (await world.phone()).newPage()
  for (const address of ['/', '/nowhere', '/nowhere/deep?x=1']) {
    await page.goto(world.front.origin + address)
    await page.waitForURL('**/home')
  }
})

/** Holds back the table of all screens until it is let go. */
async function heldTable(page: Page): Promise<() => void> {
  const assets = join(world.shipped.dist, 'assets')
  const table = readdirSync(assets).find((file) => file.endsWith('.js') && readFileSync(join(assets, file), 'utf8').includes('/_signedIn/'))
  let letGo = () => {}
  const gone = new Promise<void>((go) => (letGo = go))
  await page.route(`**/assets/${table}`, async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}

it('leads where a tap asks before the table of screens has come, once it comes', async () => {
  const page = await (await world.phone()).newPage()
  const letGo = await heldTable(page)
  await page.goto(`${world.front.origin}/home`, { waitUntil: 'commit' })
  await tabBar(page).getByRole('link', { name: 'Market' }).click()
  await page.getByTestId('loading-overlay').waitFor()
  letGo()
  await page.waitForURL('**/hangqing*')
  await page.getByRole('heading', { name: 'Market', level: 1 }).waitFor()
  await page.goBack()
  await page.waitForURL('**/home')
})

it('opens the address that was asked for, however late the table of screens comes', async () => {
  const page = await (await world.phone()).newPage()
  const letGo = await heldTable(page)
  await page.goto(`${world.front.origin}/hangqing?category=metal`, { waitUntil: 'commit' })
  // Longer than the frame waits for a first screen.
  await page.waitForTimeout(2_500)
  letGo()
  await page.getByRole('heading', { name: 'Market', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/hangqing')
})

it('shows the overlay for at least 300 ms on the way to another screen, but not on the way to a tab in memory', async () => {
  const phone = await world.phone()
  await phone.addInitScript(() => {
    const shown: number[] = []
    Object.assign(window, { shown })
    const isOverlay = (node: Node): boolean => node instanceof HTMLElement && node.dataset['testid'] === 'loading-overlay'
    let sinceMs = 0
    new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        if ([...addedNodes].some(isOverlay)) sinceMs = performance.now()
        if ([...removedNodes].some(isOverlay)) shown.push(performance.now() - sinceMs)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  const page = await phone.newPage()
  await page.goto(`${world.front.origin}/home`)
  await tabBar(page).waitFor()
  // The app stands in place of the frame that came as a page, and what was shown on the way has gone.
  await page.locator('#first').waitFor({ state: 'detached' })
  await page.getByTestId('loading-overlay').waitFor({ state: 'detached' })
  const shownMs = (): Promise<number[]> => page.evaluate(() => (window as unknown as { shown: number[] }).shown)
  const before = (await shownMs()).length
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await expect.poll(async () => (await shownMs()).length).toBe(before + 1)
  expect((await shownMs()).at(-1)).toBeGreaterThanOrEqual(280)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.waitForURL('**/home')
  await page.waitForTimeout(600)
  expect(await shownMs()).toHaveLength(before + 1)
})

it('shows something true before any script has run', async () => {
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.route(/\/assets\/.*\.js/, (route) => route.abort())
  await page.goto(`${world.front.origin}/hangqing`)
  expect(await page.getByText('Fairlead', { exact: true }).isVisible()).toBe(true)
})

it('is an app that the browser can install, and finds no error in its manifest', async () => {
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${world.front.origin}/home`)
  const devtools = await phone.newCDPSession(page)
  const { url, data, errors } = await devtools.send('Page.getAppManifest')
  expect({ url, errors }).toEqual({ url: `${world.front.origin}/manifest.webmanifest`, errors: [] })
  expect(data).toBe(readFileSync(join(world.shipped.dist, 'manifest.webmanifest'), 'utf8'))
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
})

it('draws no axes for bars that did not come: it says so, and draws them once they come', async () => {
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${world.front.origin}/kline?symbol=BTCUSDT&period=1h`)
  const bars = page.getByRole('img', { name: 'Bitcoin is at' })
  await bars.waitFor()
  await waitUntilInstalled(page)
  await page.reload()
  await bars.waitFor()
  await goOffline(world.front, phone)
  // This length of bar was never asked for.
  await selectRadio(page.getByRole('radio', { name: '4h', exact: true }))
  await page.getByText('The market could not be read').waitFor()
  expect(await page.locator('main canvas').count()).toBe(0)
  await reconnect(world.front, phone)
  await page.getByRole('button', { name: 'Try again' }).click()
  await bars.waitFor()
})

it('sends wide desktop windows to the desktop page only when the system limits them, and keeps the way back', async () => {
  const reply = (isPcLimite: 0 | 1): string =>
    JSON.stringify({
      success: true,
      code: 200,
      message: 'OK',
      timestamp: 0,
      result: { env: 'sandbox', isPcLimite, loginMethods: ['password'], minClient: '0.0.1', realMoney: false },
    })
  world.front.answer(systemSettings, reply(1))
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${world.front.origin}/hangqing?x=1`)
  await page.waitForURL('**/pc.html')
  expect(await page.evaluate(() => sessionStorage.getItem('left-address'))).toMatch(/^\/hangqing/)
  await page.locator('#board tr').first().waitFor()
  // Prices that do not come are asked for again in some seconds.
  world.front.answer(tickers, JSON.stringify({ code: 503 }), 503)
  await page.reload()
  await page.getByText('No connection. Trying again.').waitFor()
  world.front.answer(tickers, undefined)
  await page.locator('#board tr').first().waitFor()
  const [narrow] = await Promise.all([
    phone.waitForEvent('page'),
    page.getByRole('button', { name: 'Continue in a narrow window' }).click(),
  ])
  await narrow.waitForURL('**/hangqing*')
  await narrow.close()

  // A browser that opens it as a tab, as wide as all others, is not sent back and forth.
  const tab = await phone.newPage()
  await tab.setViewportSize({ width: 1280, height: 800 })
  await tab.addInitScript(() => (window.name = 'fairlead-narrow'))
  await tab.goto(`${world.front.origin}/hangqing`)
  await expect.poll(() => tab.evaluate(() => sessionStorage.getItem('goes-on'))).toBe('1')
  expect(new URL(tab.url()).pathname).toBe('/hangqing')
  await tab.close()

  await page.setViewportSize({ width: 500, height: 800 })
  await page.waitForURL('**/hangqing*')
  world.front.answer(systemSettings, reply(0))
  const free = await (await world.phone()).newPage()
  await free.setViewportSize({ width: 1280, height: 800 })
  await free.goto(`${world.front.origin}/home`)
  await free.waitForTimeout(1_500)
  expect(new URL(free.url()).pathname).toBe('/home')
  world.front.answer(systemSettings, undefined)
})

it('refetches a screen when it is pulled down from the home screen, where no bar of the browser does it', async () => {
  const phone = await world.phone()
  await phone.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
  // Without a worker, which reads by itself when it takes over: what is asked is asked by the pull.
  await phone.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  const page = await phone.newPage()
  await page.goto(`${world.front.origin}/hangqing`)
  await page.getByText('BTC/USDT').first().waitFor()
  const devtools = await phone.newCDPSession(page)
  const pull = async (byPx: number): Promise<void> => {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 200, y: 300 }] })
    for (let y = 300; y <= 300 + byPx; y += 20)
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 200, y }] })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const asked = () => world.front.requestCount('/api/public/getTicketList')
  // Heard once the code for it has arrived.
  const before = asked()
  await expect.poll(async () => (await pull(200), page.locator('body > [data-reading]').count())).toBe(1)
  await expect.poll(asked).toBeGreaterThan(before)
  // Less than enough, or further down the page, is no pull.
  await page.locator('body > [data-reading]').waitFor({ state: 'detached' })
  await expect.poll(() => world.front.underWay()).toBe(0)
  const after = asked()
  await pull(60)
  await page.evaluate(() => scrollTo(0, 200))
  await pull(160)
  expect(await page.locator('body > [data-reading]').count()).toBe(0)
  await page.waitForTimeout(500)
  expect(asked()).toBe(after)
  await page.goto(`${world.front.origin}/settings`)
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()])
})
