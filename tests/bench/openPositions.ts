import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { createHttpClient } from '../support/httpClient.ts'
import { startTestServer } from '../support/startServer.ts'
import { signInAsGuest } from '../support/session.ts'
import { noLimits } from '../support/wire.ts'
import { type PositionUpdates, watchPositions } from './support/watchPositions.ts'
import { sized } from './support/size.ts'
import type { Row } from './support/table.ts'

const heldCount = sized(50, 3)
const slowdown = 4
const settleMs = sized(6_000, 2_000)
const watchMs = sized(15_000, 4_000)
const held = 'BTCUSDT'
const screens = { chart: `/kline?symbol=${held}&period=1m`, trading: `/heyue?mode=contract&symbol=${held}` } as const

/** The chart and the trading screen of a person with fifty open positions in one market that moves with each record. */
export async function openPositions(browser: Browser, dist: string): Promise<Row[]> {
  const feed = createManualFeed(symbolSeeds)
  feed.put({ [held]: '90000' })
  const server = await startTestServer({ feed, http: { dist, rates: noLimits } })
  let turn = 0
  const mover = setInterval(() => feed.put({ [held]: String(90_000 + (turn++ % 20)) }), 500)
  // No worker: filling its store would be counted as work of the screen.
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 375, height: 812 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await signInAsGuest(page)
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    await openMany(server.origin, token)
    const rows: Row[] = []
    for (const [name, address] of Object.entries(screens)) rows.push(...costs(name, await watch(page, address)))
    return rows
  } finally {
    clearInterval(mover)
    await context.close()
    await server.stop()
  }
}

async function openMany(origin: string, token: string): Promise<void> {
  const { write } = createHttpClient(() => origin)
  const said = async <T>(path: string, body: object, requestId?: string): Promise<T> => {
    const { code, message, result } = await write(path, body, { 'x-access-token': token, ...(requestId && { 'x-request-id': requestId }) })
    if (result === null || result === undefined) throw new Error(`${path}: ${code} ${message}`)
    return result as T
  }
  for (let n = 0; n < heldCount; n++) {
    const direction = 1 + (n % 2)
    const far = direction === 1 ? { stopProfit: '99000', stopLoss: '86000' } : { stopProfit: '81000', stopLoss: '94000' }
    const order = { accountType: 2, posType: 2, symbol: held, direction, orderType: 1, slippageBps: 200, money: '20', lever: 2, ...far }
    const { confirmToken } = await said<{ confirmToken: string }>('/api/trade/preview', { action: 'position', payload: order })
    await said('/api/trade/appTradePositions/create', { ...order, confirmToken }, randomUUID())
  }
}

async function watch(page: Page, address: string): Promise<PositionUpdates & { seconds: number }> {
  const tab = await page.context().newPage()
  try {
    const devtools = await tab.context().newCDPSession(tab)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await tab.addInitScript(watchPositions)
    await tab.goto(address)
    await tab.getByRole('main').waitFor({ timeout: 60_000 })
    await pause(settleMs)
    await tab.evaluate(() => window.held.begin())
    const startedAt = performance.now()
    await pause(watchMs)
    const watched = await tab.evaluate(() => window.held.end())
    return { ...watched, seconds: (performance.now() - startedAt) / 1_000 }
  } finally {
    await tab.close()
  }
}

function costs(name: string, { ticks, written, reads, longTasks, frames, seconds }: PositionUpdates & { seconds: number }): Row[] {
  const of = `${heldCount} positions, ${name}`
  const within = `in ${Math.round(seconds)} s`
  return [
    { name: `${of}: elements written a tick`, figure: written / ticks, unit: '', beside: { what: 'positions', figure: heldCount } },
    { name: `${of}: lists of positions read again`, figure: reads, unit: within, canBeZero: true },
    { name: `${of}: frames drawn`, figure: frames / seconds, unit: '/s' },
    { name: `${of}: tasks over 50 ms after loading`, figure: longTasks.length, unit: within, canBeZero: true },
    { name: `${of}: the longest of them`, figure: Math.max(0, ...longTasks), unit: 'ms', canBeZero: true },
  ]
}
