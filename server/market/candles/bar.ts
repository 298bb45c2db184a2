import type { FeedMode } from '#contract/states.ts'
import { largerBigInt, smallerBigInt } from '#rules/scaled.ts'

/** Open, high, low and close in whole numbers of 1e-10. `mode` is 'GEN' on generated history. */
export interface Bar {
  openSec: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  mode: FeedMode | 'GEN'
}

export const barFromPrice = (openSec: number, price: bigint, mode: Bar['mode']): Bar => ({
  openSec,
  open: price,
  high: price,
  low: price,
  close: price,
  mode,
})

/** Takes one more price into the bar. */
export function addPriceToBar(bar: Bar, price: bigint): void {
  bar.high = largerBigInt(bar.high, price)
  bar.low = smallerBigInt(bar.low, price)
  bar.close = price
}
