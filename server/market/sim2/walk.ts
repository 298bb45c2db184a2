/** Parts of a price are counted in billionths of it. */
export const billion = 1_000_000_000
const bigBillion = BigInt(billion)

/** A price so many billionths away from another. */
export const offsetPriceByBillionths = (price: bigint, part: number): bigint => price + (price * BigInt(part)) / bigBillion

/** How many billionths of a price another one is away from it. */
export const billionthsBetween = (from: bigint, to: bigint): number => Number(((to - from) * bigBillion) / from)

/**
 * The places that a walk comes by: its steps one after the other, then drawn to where it must end, in proportion to the variance that has passed.
 * Given both ends, a walk of independent steps is distributed like this. In whole numbers, cut toward zero.
 */
export function brownianBridgeWalk(end: number, steps: ArrayLike<number>, variances: ArrayLike<number>): Float64Array {
  const count = steps.length
  const edges = new Float64Array(count + 1)
  const passed = new Float64Array(count + 1)
  for (let at = 0; at < count; at++) {
    edges[at + 1] = edges[at]! + steps[at]!
    passed[at + 1] = passed[at]! + variances[at]!
  }
  const missing = end - edges[count]!
  const all = passed[count]!
  for (let at = 1; at <= count; at++)
    edges[at] = edges[at]! + Math.trunc((missing * Math.floor((passed[at]! * 1_000_000) / all)) / 1_000_000)
  return edges
}

/** How far the furthest price of a walk between two prices lies beyond the nearer one, as often as for a Brownian bridge whose variance times χ² is `reach`. */
export const brownianBridgeWickLength = (moved: number, reach: number): number =>
  Math.floor((Math.floor(Math.sqrt(moved * moved + reach)) - Math.abs(moved)) / 2)
