import { useSystemSettings } from '#api/person.ts'
import type { Decimal } from '#contract/decimal.ts'
import { defaultOptionPremiumFeeRate, defaultOptionNotionalFeeRate, type OptionFeeRates } from '#rules/option/option.ts'
import { defaultSpotFeeRate } from '#rules/spot.ts'

/** The fee of spot orders that holds now, a fraction; this release's own until the server has said it. */
export const useSpotFeeRate = (): Decimal => useSystemSettings()?.rates.spotFee ?? defaultSpotFeeRate

/** The same of options. */
export function useOptionFeeRates(): OptionFeeRates {
  const rates = useSystemSettings()?.rates
  return {
    ofValue: rates?.optionFeeOfValue ?? defaultOptionNotionalFeeRate,
    ofPremium: rates?.optionFeeOfPremium ?? defaultOptionPremiumFeeRate,
  }
}
