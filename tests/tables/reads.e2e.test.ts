import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GetCall } from '#contract/call.ts'
import { sessionTokenStorageKey } from '#contract/constants.ts'
import { contract } from '#contract/contract.ts'
import { type SitemapScreen, sitemap } from '#sitemap'
import { tradeModes } from '#widgets/trading/tradeSearch.ts'
import { register } from '../wallet/newcomer.ts'
import { type ReleaseProxy, startReleaseProxy } from '../offline/front.ts'
import { browserOptions } from '../support/browser.ts'
import { waitUntilTrue, isInstalled } from '../support/waitUntilTrue.ts'
import { startTestServer, type TestServer } from '../support/startServer.ts'
import { testApp } from '../support/testApp.ts'
import { exampleUrl, waitUntilSettled } from '../support/walk.ts'
import { noLimits } from '../support/wire.ts'
import { patienceMs } from '../support/patience.ts'

// Walks table 1 and counts what is asked of the server, by the page and by its worker: a person who goes from screen to screen in a hurry must
// never meet the limit of calls a minute.

/** Of a screen that is opened by its address on a device that keeps nothing, and of one that was open half a minute ago. */
const mostCold = 4
const mostWarm = 2
const later = 30_000

const framePath = contract.frame.frame.path
/** A start says that the session is in use, and once an hour that somebody is there (docs/rules/accounts.md); these read nothing. */
const reports = [contract.account.reportActive, contract.account.reportOnline]
/** What this device looks at every ten minutes and keeps for reading, whatever screen is open. */
const background = [
  contract.fairness.recordKey,
  contract.fairness.recordHead,
  contract.fairness.recordConsistency,
  contract.content.offlineBundle,
]
/** Read again and again while a screen is open: how often depends on how long the walk stays. */
const polled = [contract.trading.positionsSummary, contract.wallet.assets, contract.market.tickers]

const lanes = 3
const quietMs = 400

let server: TestServer
let browser: Browser
const fronts: ReleaseProxy[] = []
let token = ''

const all: readonly SitemapScreen[] = Object.values(sitemap)
const open = all.filter(({ access }) => access === 'open').map(({ path }) => path)
/** One address, five screens. */
const everywhere = [...all.map(({ path }) => path), ...tradeModes.map((mode) => `${sitemap.contracts.path}?mode=${mode}`)]

interface Seen {
  place: string
  /** Calls of the frame. */
  frame: number
  own: readonly string[]
}

const isOf = (rows: readonly GetCall[], ask: string): boolean => rows.some(({ path }) => ask.split('?')[0] === path)

function seenOf(place: string, asks: readonly string[]): Seen {
  const reads = asks
    .flatMap((ask) => (ask.startsWith('GET /api/') ? ask.slice(4) : []))
    .filter((ask) => !isOf([...reports, ...background], ask))
  const own = reads.filter((ask, at) => !ask.startsWith(framePath) && !(isOf(polled, ask) && reads.indexOf(ask) < at))
  return { place, frame: reads.filter((ask) => ask.startsWith(framePath)).length, own }
}

/** Gives what was asked since, once all is answered, the page has nothing more to do, and nothing more is asked. */
async function quiet(page: Page, front: ReleaseProxy, since: number): Promise<readonly string[]> {
  for (let before = -1; before !== front.asks().length || front.underWay() > 0; ) {
    before = front.asks().length
    await pause(quietMs)
    await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle())))
  }
  return front.asks().slice(since)
}

/** A phone on which time stands still, so that what is fresh does not depend on how fast this machine is. */
async function phone(front: ReleaseProxy, as: string | undefined, nowMs: number, serviceWorkers: 'allow' | 'block'): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: front.origin,
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    serviceWorkers,
  })
  context.setDefaultTimeout(patienceMs)
  if (as) await context.addInitScript(([key, value]) => localStorage.setItem(key!, value!), [sessionTokenStorageKey, as])
  const page = await context.newPage()
  await page.clock.setFixedTime(nowMs)
  return page
}

async function cold(places: readonly string[], as: string | undefined): Promise<Seen[]> {
  const left = [...places]
  const walk = async (front: ReleaseProxy): Promise<Seen[]> => {
    const seen: Seen[] = []
    for (let place = left.shift(); place !== undefined; place = left.shift()) {
      const page = await phone(front, as, Date.now(), 'block')
      const since = front.asks().length
      await page.goto(exampleUrl(place))
      await waitUntilSettled(page)
      seen.push(seenOf(place, await quiet(page, front, since)))
      await page.context().close()
    }
    return seen
  }
  return (await Promise.all(fronts.map(walk))).flat()
}

/** Those that ask for more than they may, each with what it asks. */
const offenders = (seen: readonly Seen[], most: number): string[] =>
  seen.flatMap(({ place, own }) => (own.length > most ? `${place}: ${own.length} calls\n  ${own.join('\n  ')}` : []))

const table = (name: string, seen: readonly Seen[]): void =>
  console.log(
    [
      `${name}: frame + own`,
      ...seen.map(({ place, frame, own }) => `${`${frame} + ${own.length}`.padEnd(7)}${place.padEnd(32)}${own.join(' ')}`),
    ].join('\n'),
  )

beforeAll(async () => {
  server = await startTestServer({ http: { rates: noLimits } })
  for (let lane = 0; lane < lanes; lane++) fronts.push(await startReleaseProxy(testApp(), server.origin))
  browser = await chromium.launch(browserOptions())
  const page = await phone(fronts[0]!, undefined, Date.now(), 'block')
  await register(page, 'reader@example.com', 'harbour lights at seven')
  token = (await page.evaluate((key) => localStorage.getItem(key), sessionTokenStorageKey)) ?? ''
  await page.context().close()
  // Nothing is asked of somebody who may not have it: this person may have everything.
  await server.app.db.query(`update account set kyc_level = 2 where email = 'reader@example.com'`)
})
afterAll(async () => {
  await browser?.close()
  for (const front of fronts) await front.stop()
  await server?.stop()
})

it('a visitor opens every open screen with one call for the frame and few of its own', async () => {
  const seen = await cold(open, undefined)
  table('visitor', seen)
  expect(seen.filter(({ frame }) => frame > 1).map(({ place }) => place)).toEqual([])
  expect(offenders(seen, mostCold)).toEqual([])
})

it('a person opens every screen with one call for the frame and few of its own', async () => {
  const seen = await cold(everywhere, token)
  table('person', seen)
  expect(seen.filter(({ frame }) => frame > 1).map(({ place }) => place)).toEqual([])
  expect(offenders(seen, mostCold)).toEqual([])
}, 900_000)

it('a first visit asks for nothing twice, though a worker comes to it, and every screen that is seen again asks for little', async () => {
  const front = fronts[0]!
  const startMs = Date.now()
  const page = await phone(front, token, startMs, 'allow')
  const since = front.asks().length
  await page.goto(sitemap.home.path)
  await waitUntilSettled(page)
  await waitUntilTrue(page, isInstalled)
  const first = seenOf(sitemap.home.path, await quiet(page, front, since))
  table('first visit', [first])
  expect(first.frame).toBe(1)
  expect(offenders([first], mostCold)).toEqual([])
  await page.reload()
  await waitUntilSettled(page)
  const go = async (place: string): Promise<Seen> => {
    const begun = front.asks().length
    await page.evaluate((to) => history.pushState({}, '', to), exampleUrl(place))
    await waitUntilSettled(page)
    return seenOf(place, await quiet(page, front, begun))
  }
  for (const place of everywhere) await go(place)
  await page.clock.setFixedTime(startMs + later)
  const again: Seen[] = []
  for (const place of everywhere) again.push(await go(place))
  table('again', again)
  expect(again.filter(({ frame }) => frame > 0).map(({ place }) => place)).toEqual([])
  expect(offenders(again, mostWarm)).toEqual([])
  await page.context().close()
}, 900_000)
