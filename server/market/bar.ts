import type { FeedMode } from '#contract/states.ts'
import { largerOf, smallerOf } from './scaled.ts'

/** Open, high, low and close in whole numbers of 1e-10. `mode` is 'GEN' on generated history. */
export interface Bar {
  openSec: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  mode: FeedMode | 'GEN'
}

export const barFrom = (openSec: number, price: bigint, mode: Bar['mode']): Bar => ({
  openSec,
  open: price,
  high: price,
  low: price,
  close: price,
  mode,
})

/** Takes one more price into the bar. */
export function fold(bar: Bar, price: bigint): void {
  bar.high = largerOf(bar.high, price)
  bar.low = smallerOf(bar.low, price)
  bar.close = price
}
