import type { FeedTick } from '../feeds/feed.ts'
import { scaledPriceOne } from '#rules/scaled.ts'

/** The largest price that anything here is quoted at, in whole numbers of 1e-10. */
const mostPrice = 10n ** 12n * scaledPriceOne

const isSoundPrice = (price: unknown): boolean => typeof price === 'bigint' && price > 0n && price <= mostPrice

/**
 * What may become a record of what a feed said, whatever it said: seconds after the last one and not after now, each once and in order, with
 * prices of listed markets that can be prices. A market whose price is rubbish has none in that second; the others keep theirs.
 */
export function filterValidFeedTicks(
  ticks: readonly FeedTick[],
  { afterSec, nowMs, isListed }: { afterSec: number; nowMs: number; isListed(symbol: string): boolean },
): FeedTick[] {
  const nowSec = Math.floor(nowMs / 1000)
  let last = afterSec
  return ticks.flatMap((second) => {
    const { sec, prices } = second
    if (!Number.isSafeInteger(sec) || sec <= last || sec > nowSec) return []
    last = sec
    const isSound = [...prices].every(([symbol, price]) => isListed(symbol) && isSoundPrice(price))
    if (isSound) return [second]
    return [{ ...second, prices: new Map([...prices].filter(([symbol, price]) => isListed(symbol) && isSoundPrice(price))) }]
  })
}

/** The newest of these seconds when it lies after now; undefined when none does. */
export function newestFutureTickSecond(ticks: readonly FeedTick[], nowMs: number): number | undefined {
  const sec = Math.max(...ticks.map((second) => second.sec).filter(Number.isSafeInteger))
  return sec > Math.floor(nowMs / 1000) ? sec : undefined
}
