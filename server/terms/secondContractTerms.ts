import { realSecondContractLimits } from '#contract/constants.ts'
import type { SecondContractOffer } from '#contract/calls/secondContracts.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Config } from '../core/startup/config.ts'
import { secondContractBreakEvenPct, houseEdgePct, secondContractSymbols } from '#rules/second/secondOdds.ts'

/** Durations and odds of docs/rules/timed-contracts.md, the same on all its markets. Odds are the same on every market and for everybody. */
const durations = [
  [60, '0.80'],
  [120, '0.82'],
  [180, '0.83'],
  [300, '0.85'],
  [600, '0.88'],
] as const

const minMoney = asDecimal('10')
/** In DEMO; with real money less is taken. */
const maxMoney = asDecimal('5000')

/** Everything that is sold, market by market, shortest first, with this release's odds. */
export const secondContractOffersOfRelease: readonly SecondContractOffer[] = secondContractSymbols.flatMap((symbol) =>
  durations.map(([seconds, text]) => {
    const odds = asDecimal(text)
    return {
      id: `${symbol}-${seconds}`,
      symbol,
      seconds,
      odds,
      minMoney,
      maxMoney,
      breakEvenPct: secondContractBreakEvenPct(odds),
      houseEdgePct: houseEdgePct(odds),
      status: 1,
      realMaxMoney: asDecimal(realSecondContractLimits.stakeUsdt),
      realAllowed: false,
      demoAllowed: true,
    }
  }),
)

/** The same as the app is told: in production second contracts are for play money alone (docs/rules/environments.md). */
export const secondContractOffersForEnv = (
  env: Config['env'],
  sets: readonly SecondContractOffer[] = secondContractOffersOfRelease,
): readonly SecondContractOffer[] => (env === 'sandbox' ? sets.map((set) => ({ ...set, realAllowed: true })) : sets)
