import { type Earned, earnedBy } from './optionStrategies.ts'
import { sized } from './support/size.ts'
import type { Row } from './support/table.ts'

// Options on the simulated markets: what the simplest strategies earn after spread and fee, by the prices that are asked and bid.

/** More by hand: BENCH_PATHS=1400. */
export async function options(): Promise<Row[]> {
  const best = new Map<string, Earned & { symbol: string }>()
  const beyond = ({ afterFee, error }: Earned): number => afterFee / error
  for (const { strategy, ...earned } of earnedBy(Number(process.env['BENCH_PATHS'] ?? sized(420, 7))).values()) {
    const known = best.get(strategy)
    if (!known || beyond(earned) > beyond(known)) best.set(strategy, earned)
  }
  return [...best].map(([name, { symbol, count, beforeFee, afterFee, error }]) => ({
    name: `Options ${name} (${symbol}, best of three)`,
    figure: afterFee,
    unit: `of 100 paid, ± ${error.toFixed(2)}, ${count} times`,
    beside: { what: 'before the fee', figure: beforeFee },
  }))
}
