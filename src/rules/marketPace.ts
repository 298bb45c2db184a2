import type { SimulatedVolatilityHistory } from '#contract/calls/market.ts'
import { decimalToPlotNumber } from './plot.ts'

/** Below so much of its usual moves a market is calm, above so much it is fast. */
export const calmBelowVolatilityMultiple = 0.6
export const fastAboveVolatilityMultiple = 1.6
/** A published hour holds so long; later nobody knows. */
const paceValidMs = 2 * 3_600_000

/** How much a class moved in a published hour, as a multiple of the usual: its volatility times what that hour of the week is beside others. */
export const hourVolatilityMultiple = ({ volatility, hour }: SimulatedVolatilityHistory['hours'][number]): number =>
  decimalToPlotNumber(volatility) * decimalToPlotNumber(hour)

/** The hours that have begun, whatever else an answer holds: of others nothing is told. */
export const startedVolatilityHours = (pace: SimulatedVolatilityHistory | undefined, nowMs: number): SimulatedVolatilityHistory['hours'] =>
  pace?.hours.filter(({ since }) => since <= nowMs) ?? []

/** That of the newest hour that has begun; undefined where none holds. */
export function volatilityMultipleAt(pace: SimulatedVolatilityHistory | undefined, nowMs: number): number | undefined {
  const newestHour = startedVolatilityHours(pace, nowMs).at(-1)
  return newestHour && nowMs - newestHour.since < paceValidMs ? hourVolatilityMultiple(newestHour) : undefined
}

export type MarketActivity = 'calm' | 'usual' | 'fast'

/** In a word. */
export const marketActivityForVolatility = (pace: number): MarketActivity =>
  pace < calmBelowVolatilityMultiple ? 'calm' : pace > fastAboveVolatilityMultiple ? 'fast' : 'usual'
