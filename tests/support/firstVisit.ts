import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { waitUntilTrue, isInstalled } from './waitUntilTrue.ts'

/** A script of the app that a page has fetched: its body as it came over the wire, and with the headers of the reply. */
export interface FetchedScript {
  path: string
  bodyBytes: number
  wireBytes: number
}

export interface FirstVisit {
  page: Page
  /** All scripts that the page itself has fetched so far; what the service worker fetches is not among them. */
  scripts(): FetchedScript[]
}

/** Opens a page of the app as a first visit does, and gives it once nothing more comes: the app's idle work is done, and an hour has passed. */
export async function firstVisit(context: BrowserContext, address: string): Promise<FirstVisit> {
  const page = await context.newPage()
  const network = await watchNetwork(await context.newCDPSession(page))
  await page.clock.install()
  await page.goto(address)
  await page.locator('main:not(#first main)').first().waitFor()
  // The worker is what the app begins last by itself.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await waitUntilTrue(page, isInstalled)
  await network.settled()
  // However long one waits: whatever the app does now and then is done in the next hour.
  await page.clock.fastForward('01:00:00')
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await network.settled()
  return { page, scripts: network.scripts }
}

interface Network {
  scripts(): FetchedScript[]
  /** Nothing is on its way, and a round of the page's own work has brought nothing new. */
  settled(): Promise<void>
}

interface Reply {
  path: string
  isScript: boolean
  headerBytes: number
}

async function watchNetwork(devtools: CDPSession): Promise<Network> {
  const underWay = new Set<string>()
  const replies = new Map<string, Reply>()
  const scripts: FetchedScript[] = []
  let asked = 0
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return
    asked++
    underWay.add(requestId)
  })
  devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
    const isKept = Boolean(response.fromDiskCache) || Boolean(response.fromServiceWorker)
    replies.set(requestId, {
      path: new URL(response.url).pathname,
      isScript: !isKept && (type === 'Script' || /javascript/.test(response.mimeType)),
      headerBytes: response.encodedDataLength,
    })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    underWay.delete(requestId)
    const reply = replies.get(requestId)
    if (!reply?.isScript) return
    scripts.push({ path: reply.path, bodyBytes: encodedDataLength - reply.headerBytes, wireBytes: encodedDataLength })
  })
  devtools.on('Network.loadingFailed', ({ requestId }) => void underWay.delete(requestId))
  await devtools.send('Network.enable')
  const aRound = (): Promise<unknown> =>
    devtools.send('Runtime.evaluate', {
      expression: 'new Promise((done) => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(done), 500))',
      awaitPromise: true,
    })
  return {
    scripts: () => [...scripts],
    async settled() {
      let before = -1
      while (underWay.size > 0 || before !== asked) {
        before = asked
        await aRound()
      }
    },
  }
}

/** What a first visit may fetch by itself, in bytes of scripts as brotli makes them (product: the first visit), and the chart beside it. */
const appLimit = 125_000
const chartLimit = 62_000

/** Address of a first visit → the most bytes of scripts until the first touch. */
export const firstVisits: readonly { address: string; limit: number; isGuarded?: boolean }[] = [
  { address: '/home', limit: appLimit },
  { address: '/hangqing', limit: appLimit },
  { address: '/login', limit: appLimit },
  { address: '/kline', limit: appLimit + chartLimit },
  { address: '/heyue', limit: appLimit + chartLimit, isGuarded: true },
]

/** The sum of what came, as it was sent: what the limits are of. */
export const bodyBytesOf = (scripts: readonly FetchedScript[]): number => scripts.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0)

/** What the headers of these replies came to. */
export const headerBytesOf = (scripts: readonly FetchedScript[]): number =>
  scripts.reduce((sum, { bodyBytes, wireBytes }) => sum + wireBytes - bodyBytes, 0)
