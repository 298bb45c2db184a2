import { retainedFiveMinuteBarCount, retainedHourlyBarCount } from '../candles/rolling24h.ts'
import type { InMemoryMarketState } from '../marketState.ts'
import { extractStoredPrices } from './recordBytes.ts'
import type { MarketStore } from './store.ts'

const readAtOnce = 3600
const afterAll = 10 ** 12

/**
 * Puts the market back as it was left: bars from storage, then the records they do not hold yet, then prices and the last 24 h. A server
 * that is to record (`goesOn`) has its feed go on from there. Gives the newest recorded second. May be done again at any time.
 */
export async function restoreMarketState(state: InMemoryMarketState, goesOn: boolean): Promise<number | undefined> {
  const { specs, clock, feed, store, bars, mark } = state
  const begun = await store.begin(Math.floor(clock.now() / 1000))
  const placed = await store.newestBars()
  const behind = await secondsBehind(state, begun.foldedSec)
  // From here on nothing is waited for, so that nobody sees a market without its bars.
  Object.assign(mark, begun)
  bars.clear()
  for (const bar of placed) bars.restore(bar)
  for (const { sec, prices } of behind) state.fold(sec, extractStoredPrices(prices))
  const lastSec = behind.at(-1)?.sec ?? (await store.lastSec())
  const standing = new Map<string, bigint>()
  for (const { symbol } of specs) {
    const close = bars.current(symbol, '1w')?.close
    if (close !== undefined) standing.set(symbol, close)
    standAt(state, symbol, close, lastSec)
  }
  if (goesOn) feed.resume(lastSec === undefined ? undefined : { sec: Math.max(lastSec, mark.foldedSec), prices: standing }, clock.now())
  for (const { symbol } of specs) {
    await fillDay(state, symbol, '5m', retainedFiveMinuteBarCount)
    await fillDay(state, symbol, '1h', retainedHourlyBarCount)
  }
  return lastSec
}

async function secondsBehind({ store }: InMemoryMarketState, foldedSec: number): Promise<Awaited<ReturnType<MarketStore['secondsAfter']>>> {
  const all: Awaited<ReturnType<MarketStore['secondsAfter']>> = []
  for (let count = readAtOnce; count === readAtOnce; ) {
    const seconds = await store.secondsAfter(all.at(-1)?.sec ?? foldedSec, readAtOnce)
    count = seconds.length
    all.push(...seconds)
  }
  return all
}

/** The price a symbol was left at, or the end of its generated history (a first start while it is closed); stale until its next record. */
function standAt(
  { bars, history, newest, feed, mark }: InMemoryMarketState,
  symbol: string,
  price: bigint | undefined,
  lastSec: number | undefined,
): void {
  const minute = bars.current(symbol, '1m') ?? history(symbol)?.bars('1m', mark.genesisSec, 1)[0]
  if (!minute) return
  const sec = Math.min(lastSec ?? mark.genesisSec - 1, minute.openSec + 59)
  // A server that only changes hands knows this price already, and since when.
  if ((newest.price(symbol)?.sec ?? 0) >= sec) return
  newest.set(symbol, price ?? minute.close, feed.modeOf(symbol), sec, sec * 1000)
}

/** The closed bars of the last 24 h: from storage and what was just folded, before that from generated history. */
async function fillDay(
  { bars, store, history, day24 }: InMemoryMarketState,
  symbol: string,
  period: '5m' | '1h',
  count: number,
): Promise<void> {
  const unstored = bars.unstored(symbol, period)
  const beforeSec = (unstored[0] ?? bars.current(symbol, period))?.openSec ?? afterAll
  const closed = [...(await store.bars(symbol, period, beforeSec, count)), ...unstored]
  const missing = count - closed.length
  const generated = missing > 0 ? history(symbol)?.bars(period, closed[0]?.openSec ?? beforeSec, missing) : undefined
  day24.fill(period, symbol, [...(generated ?? []), ...closed])
}
