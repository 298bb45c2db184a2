import { realSecondLimits } from '#contract/constants.ts'
import type { SecondSet } from '#contract/calls/secondContracts.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Config } from '../config.ts'
import { breakEvenPct, houseEdgePct } from '#rules/secondOdds.ts'

/** Durations and odds of product §2.6, on the markets of §5.4. Odds are the same on every market and for everybody. */
const durations = [
  [60, '0.80'],
  [120, '0.82'],
  [180, '0.83'],
  [300, '0.85'],
  [600, '0.88'],
] as const
const markets = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XAUUSD', 'EURUSD', 'USDJPY']

const minMoney = asDecimal('10')
/** In DEMO; with real money less is taken. */
const maxMoney = asDecimal('5000')

/** Everything that is sold, market by market, shortest first. */
export const secondSets: readonly SecondSet[] = markets.flatMap((symbol) =>
  durations.map(([seconds, text]) => {
    const odds = asDecimal(text)
    return {
      id: `${symbol}-${seconds}`,
      symbol,
      seconds,
      odds,
      minMoney,
      maxMoney,
      breakEvenPct: breakEvenPct(odds),
      houseEdgePct: houseEdgePct(odds),
      status: 1,
      realMaxMoney: asDecimal(realSecondLimits.stakeUsdt),
      realAllowed: false,
      demoAllowed: true,
    }
  }),
)

const inSandbox: readonly SecondSet[] = secondSets.map((set) => ({ ...set, realAllowed: true }))

/** The same as the app is told: in production second contracts are for play money alone (product §0.1). */
export const setsSold = (env: Config['env']): readonly SecondSet[] => (env === 'sandbox' ? inSandbox : secondSets)
