import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { browserOptions } from '../support/browser.ts'
import { waitUntilTrue, isInstalled } from '../support/waitUntilTrue.ts'
import { startTestServer } from '../support/startServer.ts'
import { noLimits } from '../support/wire.ts'
import { builtApp } from './support/builtApp.ts'
import { sized } from './support/size.ts'
import { median, type Row } from './support/table.ts'

const times = sized(10, 1)
const slowdown = 4
const launchLimitMs = 30_000

interface Launch {
  /** The shell's first paint. */
  paintMs: number
  /** The screen's own first words. */
  contentMs: number
}

/** From the tap to the home screen's first words: a first visit online (no slowed network) beside a launch from what the worker kept, nothing answering. */
export async function launch(): Promise<Row[]> {
  const app = await builtApp()
  const server = await startTestServer({ http: { dist: app.dist, rates: noLimits } })
  let isServing = true
  const browser = await chromium.launch(browserOptions())
  try {
    const cold: Launch[] = []
    for (let n = 0; n < times; n++) cold.push(await firstVisit(browser, server.origin))
    const phone = await newPhone(browser)
    await keepEverything(phone, server.origin)
    await server.stop()
    isServing = false
    await phone.setOffline(true)
    const warm: Launch[] = []
    for (let n = 0; n < times; n++) warm.push(await open(phone, server.origin))
    await phone.close()
    return rows(cold, warm)
  } finally {
    await browser.close()
    if (isServing) await server.stop()
  }
}

const newPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true })

async function firstVisit(browser: Browser, origin: string): Promise<Launch> {
  const phone = await newPhone(browser)
  try {
    return await open(phone, origin)
  } finally {
    await phone.close()
  }
}

/** A visit, and a second one under the worker, until it has all that it keeps. */
async function keepEverything(phone: BrowserContext, origin: string): Promise<void> {
  const page = await phone.newPage()
  await page.goto(`${origin}/home`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await waitUntilTrue(page, isInstalled)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForTimeout(5_000)
  await page.close()
}

async function open(phone: BrowserContext, origin: string): Promise<Launch> {
  const page = await phone.newPage()
  try {
    const devtools = await phone.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(`${origin}/home`, { waitUntil: 'commit', timeout: launchLimitMs })
    // The shell has a main of its own, which does not count.
    const words = (): number => {
      const screens = [...document.querySelectorAll<HTMLElement>('main')].filter((main) => !main.closest('#first'))
      return screens.some((main) => main.innerText.trim() !== '') ? performance.now() : 0
    }
    const seen = await page.waitForFunction(words, undefined, { polling: 'raf', timeout: launchLimitMs })
    const contentMs = await seen.jsonValue()
    const paintMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
    return { contentMs, paintMs }
  } finally {
    await page.close()
  }
}

const rows = (cold: readonly Launch[], warm: readonly Launch[]): Row[] => {
  const row = (name: string, pick: (launch: Launch) => number): Row => ({
    name: `Launch from the worker, no network: ${name}`,
    figure: median(warm.map(pick)),
    unit: 'ms',
    beside: { what: 'first visit online', figure: median(cold.map(pick)) },
  })
  return [row('first paint', ({ paintMs }) => paintMs), row('first words', ({ contentMs }) => contentMs)]
}
