import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import { browserOptions } from '../support/browser.ts'
import { builtApp } from './support/builtApp.ts'
import { openPositions } from './openPositions.ts'
import { type Watched, watchPage } from './support/screenWatch.ts'
import { startWideServer } from './support/wideServer.ts'
import { sized } from './support/size.ts'
import type { Row } from './support/table.ts'

const updatesPerSecond = 4
const slowdown = 4
const settleMs = sized(5_000, 1_500)
const watchMs = sized(15_000, 3_000)
const few = 34
const many = sized(2_000, 200)

interface Seen extends Watched {
  seconds: number
  heapBytes: number
  firstRowMs: number
}

/**
 * On a phone four times slower than this machine: what four updates a second cost the markets screen, with few markets and with many,
 * and what prices cost the screens that show open positions.
 */
export async function screen(): Promise<Row[]> {
  const app = await builtApp()
  const browser = await chromium.launch(browserOptions())
  try {
    const narrow = await watch(browser, app.dist, few)
    const wide = await watch(browser, app.dist, many)
    const held = await openPositions(browser, app.dist)
    return [...costs(`${few} markets`, narrow), ...costs(`${many} markets`, wide), ...growth(narrow, wide), ...held]
  } finally {
    await browser.close()
  }
}

async function watch(browser: Browser, dist: string, count: number): Promise<Seen> {
  const server = await startWideServer(count, updatesPerSecond, dist)
  // No worker: filling its store would be counted as work of the screen.
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watchPage)
    await page.goto(`${server.origin}/hangqing`)
    await page.locator('li[data-index]').first().waitFor({ timeout: 60_000 })
    const firstRowMs = await page.evaluate(() => performance.now())
    await pause(settleMs)
    await page.evaluate(() => window.watched.begin())
    const startedAt = performance.now()
    await pause(watchMs)
    const watched = await page.evaluate(() => window.watched.end())
    const seconds = (performance.now() - startedAt) / 1_000
    await devtools.send('HeapProfiler.enable')
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    if (watched.strays.length > 0) console.error(`written to without a new price: ${watched.strays.join(', ')}`)
    return { ...watched, seconds, heapBytes: usedSize, firstRowMs }
  } finally {
    await context.close()
    await server.stop()
  }
}

const costs = (name: string, { ticks, written, changed, strayed, longTasks, seconds }: Seen): Row[] => [
  {
    name: `${name}: rows rewritten a tick`,
    figure: written / ticks,
    unit: 'rows',
    beside: { what: 'rows with a new price', figure: changed / ticks },
  },
  { name: `${name}: rows rewritten without one`, figure: strayed, unit: 'rows', canBeZero: true },
  { name: `${name}: ticks heard`, figure: ticks / seconds, unit: '/s', beside: { what: 'made', figure: updatesPerSecond } },
  { name: `${name}: tasks over 50 ms after loading`, figure: longTasks.length, unit: `in ${Math.round(seconds)} s`, canBeZero: true },
  { name: `${name}: the longest of them`, figure: Math.max(0, ...longTasks), unit: 'ms', canBeZero: true },
]

const growth = (narrow: Seen, wide: Seen): Row[] => {
  const row = (name: string, unit: string, pick: (seen: Seen) => number): Row => ({
    name: `${many} markets: ${name}`,
    figure: pick(wide),
    unit,
    beside: { what: `${few} markets`, figure: pick(narrow) },
  })
  return [
    row('rows in the document', 'rows', ({ rows }) => rows),
    row('subscriptions held', '', ({ subscriptions }) => subscriptions),
    row('rows rewritten', '/s', ({ written, seconds }) => written / seconds),
    row('received', 'B/s', ({ bytes, seconds }) => bytes / seconds),
    row('heap used', 'MB', ({ heapBytes }) => heapBytes / 1e6),
    row('first row shown', 'ms', ({ firstRowMs }) => firstRowMs),
  ]
}
