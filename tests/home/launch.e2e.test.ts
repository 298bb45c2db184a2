import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOptions } from '../support/browser.ts'
import { refuseViolations, watchPolicy } from '../support/browser/contentPolicy.ts'
import { scrollUntilVisible } from '../support/browser/scrollUntilVisible.ts'
import { startTestServer, type TestServer } from '../support/startServer.ts'
import { signInAsGuest } from '../support/session.ts'
import { shiftPages, testApp } from '../support/testApp.ts'
import { noLimits } from '../support/wire.ts'
import { patienceMs } from '../support/patience.ts'

// The installed app is open, and its icon, a shortcut of it or a link is pressed: the browser itself installs it and launches it.
let server: TestServer
let context: BrowserContext
let page: Page
const profile = mkdtempSync(join(tmpdir(), 'fairlead-launch-'))
const violations: string[] = []
const faults: string[] = []

/** Asks the browser itself, not a page. */
async function askBrowser(method: string, params: Record<string, string>): Promise<void> {
  const browser = context.browser()
  if (!browser) throw new Error('This browser cannot be asked.')
  const session = await browser.newBrowserCDPSession()
  await session.send(method as never, { manifestId: `${server.origin}/`, ...params } as never)
  await session.detach()
}
/** What the page is still loading: the browser breaks it off when the icon is pressed, and code that is lost that way takes a reload. */
const underWay = new Set<Request>()
const loadsNothing = async (): Promise<boolean> => {
  await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 1_000 })))
  return underWay.size === 0
}
/** The icon is pressed, or what leads to an address. */
async function launch(address?: string): Promise<void> {
  while (!(await loadsNothing())) await page.waitForEvent('requestfinished', { timeout: 1_000 }).catch(() => undefined)
  await askBrowser('PWA.launch', address === undefined ? {} : { url: server.origin + address })
}

const mark = (): Promise<void> => page.evaluate(() => void Object.assign(window, { mark: 'the same page' }))
/** Undefined once the page was loaded anew. */
const marked = (): Promise<unknown> => page.evaluate(() => (window as { mark?: string }).mark)
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const place = (): string => page.url().slice(server.origin.length)
const question = () => page.getByRole('dialog', { name: 'Leave this screen?' })

beforeAll(async () => {
  server = await startTestServer({ http: { rates: noLimits, dist: testApp() } })
  context = await chromium.launchPersistentContext(profile, {
    ...browserOptions(),
    baseURL: server.origin,
    viewport: { width: 375, height: 812 },
    locale: 'en-US',
  })
  context.setDefaultTimeout(patienceMs)
  await shiftPages(context)
  await watchPolicy(context, violations)
  page = context.pages()[0] ?? (await context.newPage())
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => {
    // What the page before it was loading is nobody's any more.
    if (request.isNavigationRequest()) underWay.clear()
    underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  await signInAsGuest(page)
  await page.goto('/home')
  await askBrowser('PWA.install', { installUrlOrBundleUrl: `${server.origin}/home` })
  await launch()
  // Until the app has heard of it, it may still break off what the page loads.
  await page.waitForFunction(() => sessionStorage.getItem('launch-told') !== null)
  await page.goto('/home')
  await scrollUntilVisible(page.getByRole('heading', { name: 'News' }))
  // What hears of launches has come by then.
  await page.waitForLoadState('networkidle')
})
afterAll(async () => {
  await context?.close()
  await server?.stop()
  rmSync(profile, { recursive: true, force: true })
  refuseViolations(violations)
})

it('a shortcut leads the open app to its screen, which is not reloaded; the icon only brings it forward', async () => {
  await mark()
  await launch('/hangqing')
  await heading('Markets').waitFor()
  await launch('/kline?symbol=ETHUSDT')
  await heading('ETH/USDT').waitFor()
  await page.locator('canvas').first().waitFor()
  await launch()
  await launch('/messages')
  await heading('Messages').waitFor()
  expect(await marked()).toBe('the same page')
  // The way back is the way one came: the icon led nowhere.
  await page.goBack()
  await heading('ETH/USDT').waitFor()
  await page.goBack()
  await heading('Markets').waitFor()
  expect(context.pages()).toHaveLength(1)
})

it('what is unfinished is not taken away without a question', async () => {
  await page.goto('/heyue?mode=contract&symbol=BTCUSDT')
  const amount = page.getByLabel('Margin').last()
  await amount.fill('25')
  await mark()
  await launch('/messages')
  await question().getByRole('button', { name: 'Stay here' }).click()
  await expect.poll(() => question().count()).toBe(0)
  expect(await amount.inputValue()).toBe('25')
  await launch('/messages')
  await question().getByRole('button', { name: 'Leave and open it' }).click()
  await heading('Messages').waitFor()

  // A sheet that is open is unfinished too.
  await launch('/alerts?symbol=ETHUSDT')
  await page.getByRole('dialog', { name: 'New alert' }).waitFor()
  await launch('/hangqing')
  await question().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => question().count()).toBe(0)
  await page.getByRole('dialog', { name: 'New alert' }).waitFor()
  expect(await marked()).toBe('the same page')
})

it('a reload stays where it is, and the next launch leads on', async () => {
  await page.goto('/home')
  await scrollUntilVisible(page.getByRole('heading', { name: 'News' }))
  await page.waitForLoadState('networkidle')
  await launch('/messages')
  await heading('Messages').waitFor()
  await page.goBack()
  await scrollUntilVisible(page.getByRole('heading', { name: 'News' }))
  await page.reload()
  await scrollUntilVisible(page.getByRole('heading', { name: 'News' }))
  await page.waitForLoadState('networkidle')
  expect(place()).toBe('/home')
  await launch('/hangqing')
  await heading('Markets').waitFor()
})

it('what is shared with the open app and lost on the way is said to be', async () => {
  await launch('/share')
  await page.getByText('What you shared did not arrive').waitFor()
  expect(faults).toEqual([])
})
