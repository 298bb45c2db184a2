import type { SymbolSpec } from '../market.ts'
import { largerBigInt, smallerBigInt } from '#rules/scaled.ts'

/** What one source says of one symbol, as it wrote it (`raw`) and in whole numbers of 1e-10, when we heard it. */
export interface PriceObservation {
  source: string
  raw: string
  price: bigint
  atMs: number
}

export interface MedianIndexPrice {
  price: bigint
  /** The fresh observations, by source name; those out of band are quarantined: capped in the median and not counted as good. */
  observations: readonly PriceObservation[]
  quarantined: readonly string[]
}

const freshForMs = 5000
/** A market is opened with so many sources, */
export const minListedPriceSources = 3
/** and has a price while so many of them are fresh and agree. */
const leastGood = 2

/** How far from the median a source may be, in parts per 10,000 (docs/rules/prices.md). */
export const maxSourceDeviationBps = (spec: Pick<SymbolSpec, 'symbol' | 'category'>): bigint =>
  spec.category !== 'crypto' ? 50n : spec.symbol === 'BTCUSDT' || spec.symbol === 'ETHUSDT' ? 100n : 300n

/** docs/rules/prices.md: the median of the fresh sources after capping each to the band round their median; undefined with fewer than two good. */
export function computeMedianIndexPrice(
  observations: readonly PriceObservation[],
  band: bigint,
  nowMs: number,
): MedianIndexPrice | undefined {
  const fresh = observations.filter(({ atMs }) => Math.abs(nowMs - atMs) <= freshForMs).toSorted((a, b) => (a.source < b.source ? -1 : 1))
  if (fresh.length < leastGood) return undefined
  const centre = median(fresh.map(({ price }) => price))
  const reach = (centre * band) / 10_000n
  const quarantined = fresh.filter(({ price }) => price > centre + reach || price < centre - reach).map(({ source }) => source)
  if (fresh.length - quarantined.length < leastGood) return undefined
  return {
    price: median(fresh.map(({ price }) => largerBigInt(centre - reach, smallerBigInt(centre + reach, price)))),
    observations: fresh,
    quarantined,
  }
}

/** Whether enough sources said something lately. */
export const hasSourceQuorum = (observations: Iterable<PriceObservation>, nowMs: number): boolean =>
  [...observations].filter(({ atMs }) => Math.abs(nowMs - atMs) <= freshForMs).length >= leastGood

function median(prices: readonly bigint[]): bigint {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2n
}
