import type { Candle, SimulatedVolatilityHistory } from '#contract/calls/market.ts'
import { type MarketActivity, volatilityMultipleAt, marketActivityForVolatility } from './marketPace.ts'
import { decimalToPlotNumber } from './plot.ts'

// What is told of a market beside its price, from nothing but what is published: hourly volatilities, sessions and recorded prices. Whoever
// reads the same numbers comes to the same words, and never before the numbers are there.

/**
 * A minute that moves more than so many usual minutes is a jump. The usual changes within hours, so six are passed seven times a day on the
 * simulated BTC; ten less than once, which is about how often there is a jump.
 */
export const priceJumpMinMultiple = 10
/** So long a jump is told of. */
const jumpDisplayMs = 3_600_000
/** Fewer minutes say nothing of what is usual. */
const minMinutes = 60
const minuteMs = 60_000
/** The standard deviation of a normal distribution by the median of its absolute values. */
const medianToSigma = 1.4826

export interface MinutePriceJump {
  /** When the minute began. */
  atMs: number
  /** As a fraction. */
  change: number
  /** How many usual minutes it is. */
  times: number
}

/** The newest jump of the last hour: a recorded minute that moved more than `priceJumpMinMultiple` usual ones. Usual is what these bars of one minute did, by their median. */
export function newestPriceJump(bars: readonly Candle[], nowMs: number): MinutePriceJump | undefined {
  const barMoves = bars.flatMap(([atMs, , , , close, , feed], at) => {
    const previousBar = bars[at - 1]
    // Over a pause a bar begins where no minute ended.
    if (!previousBar || atMs - previousBar[0] !== minuteMs) return []
    return [
      {
        atMs,
        isRecorded: feed !== 'GEN' && previousBar[6] !== 'GEN',
        change: decimalToPlotNumber(close) / decimalToPlotNumber(previousBar[4]) - 1,
      },
    ]
  })
  if (barMoves.length < minMinutes) return undefined
  const usualMove = medianToSigma * medianOf(barMoves.map(({ change }) => Math.abs(change)))
  if (!(usualMove > 0)) return undefined
  const jumpBar = barMoves.findLast(
    ({ atMs, isRecorded, change }) =>
      isRecorded && atMs <= nowMs && nowMs - atMs < jumpDisplayMs && Math.abs(change) > priceJumpMinMultiple * usualMove,
  )
  return jumpBar && { atMs: jumpBar.atMs, change: jumpBar.change, times: Math.abs(jumpBar.change) / usualMove }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

export type MarketCondition =
  | { kind: 'closed'; opensAt: number | undefined }
  | ({ kind: 'jump' } & MinutePriceJump)
  | { kind: MarketActivity; pace: number }

/** What is told of a market: that it is closed before all, then a jump, then how fast it moves. Nothing where nothing is published. */
export function marketConditionAt(
  {
    session,
    pace,
    bars,
  }: { session: { open: boolean; opensAt?: number | undefined }; pace: SimulatedVolatilityHistory | undefined; bars: readonly Candle[] },
  nowMs: number,
): MarketCondition | undefined {
  if (!session.open) return { kind: 'closed', opensAt: session.opensAt }
  const jump = newestPriceJump(bars, nowMs)
  if (jump) return { kind: 'jump', ...jump }
  const now = volatilityMultipleAt(pace, nowMs)
  return now === undefined ? undefined : { kind: marketActivityForVolatility(now), pace: now }
}
