import type { Decimal } from '#contract/decimal.ts'
import { fromScaledPrice, largerBigInt, smallerBigInt, toScaledPrice } from '#rules/scaled.ts'

/** A source's rate of one charge, as it wrote it, and when it came. */
export interface FundingRateObservation {
  source: string
  raw: string
  atMs: number
}

/** The slowest source sends its rate every 90 s. */
const freshForMs = 120_000
const leastGood = 2
/** How far from the median a source may be: 0.05 % of the position. */
const band = toScaledPrice('0.0005')
/** No charge is ever more than 0.30 %. */
const mostRate = toScaledPrice('0.003')

/**
 * The rate of a charge: the median of what at least two sources said of it in the two minutes before `byMs`, which is the charge's moment or, before it,
 * now. Each is first capped at 0.05 % from their median, and not counted when it had to be; ten decimals, at most 0.30 % either way. Undefined with
 * fewer than two that agree: then nothing is charged.
 */
export function medianFundingRate(
  observations: readonly FundingRateObservation[],
  byMs: number,
): { rate: Decimal; sources: readonly string[] } | undefined {
  const fresh = observations
    .filter(({ atMs }) => atMs >= byMs - freshForMs)
    .map(({ source, raw }) => ({ source, raw, rate: toScaledPrice(raw) }))
    .toSorted((a, b) => (a.source < b.source ? -1 : 1))
  if (fresh.length < leastGood) return undefined
  const centre = median(fresh.map(({ rate }) => rate))
  const [low, high] = [centre - band, centre + band]
  if (fresh.filter(({ rate }) => rate >= low && rate <= high).length < leastGood) return undefined
  const rate = median(fresh.map((observation) => largerBigInt(low, smallerBigInt(high, observation.rate))))
  return {
    rate: fromScaledPrice(largerBigInt(-mostRate, smallerBigInt(mostRate, rate))),
    sources: fresh.map(({ source, raw }) => `${source}=${raw}`),
  }
}

function median(rates: readonly bigint[]): bigint {
  const sorted = rates.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2n
}
