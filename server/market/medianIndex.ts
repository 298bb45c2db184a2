import type { SymbolSpec } from './market.ts'
import { largerOf, smallerOf } from './scaled.ts'

/** What one source says of one symbol, as it wrote it (`raw`) and in whole numbers of 1e-10, when we heard it. */
export interface Observation {
  source: string
  raw: string
  price: bigint
  atMs: number
}

export interface Index {
  price: bigint
  /** The fresh observations, by source name; those out of band are quarantined: capped in the median and not counted as good. */
  heard: readonly Observation[]
  quarantined: readonly string[]
}

const freshForMs = 5000
/** A market is opened with so many sources, */
export const leastConfigured = 3
/** and has a price while so many of them are fresh and agree. */
const leastGood = 2

/** How far from the median a source may be, in parts per 10,000 (product §3.3). */
export const bandBps = (spec: Pick<SymbolSpec, 'symbol' | 'category'>): bigint =>
  spec.category !== 'crypto' ? 50n : spec.symbol === 'BTCUSDT' || spec.symbol === 'ETHUSDT' ? 100n : 300n

/** Product §3.3: the median of the fresh sources after capping each to the band round their median; undefined with fewer than two good. */
export function medianIndex(observations: readonly Observation[], band: bigint, nowMs: number): Index | undefined {
  const heard = observations.filter(({ atMs }) => Math.abs(nowMs - atMs) <= freshForMs).toSorted((a, b) => (a.source < b.source ? -1 : 1))
  if (heard.length < leastGood) return undefined
  const centre = median(heard.map(({ price }) => price))
  const reach = (centre * band) / 10_000n
  const quarantined = heard.filter(({ price }) => price > centre + reach || price < centre - reach).map(({ source }) => source)
  if (heard.length - quarantined.length < leastGood) return undefined
  return { price: median(heard.map(({ price }) => largerOf(centre - reach, smallerOf(centre + reach, price)))), heard, quarantined }
}

/** Whether enough sources said something lately. */
export const isHeard = (observations: Iterable<Observation>, nowMs: number): boolean =>
  [...observations].filter(({ atMs }) => Math.abs(nowMs - atMs) <= freshForMs).length >= leastGood

function median(prices: readonly bigint[]): bigint {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2n
}
