import { useSystemSettings } from '#api/person.ts'
import type { Decimal } from '#contract/decimal.ts'
import { optionPremiumFeeRate, optionNotionalFeeRate, type OptionFeeRates } from '#rules/option/option.ts'
import { spotFeeRate } from '#rules/spot.ts'

/** The fee of spot orders that holds now, a fraction; this release's own until the server has said it. */
export const useSpotFeeRate = (): Decimal => useSystemSettings()?.rates.spotFee ?? spotFeeRate

/** The same of options. */
export function useOptionFeeRates(): OptionFeeRates {
  const rates = useSystemSettings()?.rates
  return { ofValue: rates?.optionFeeOfValue ?? optionNotionalFeeRate, ofPremium: rates?.optionFeeOfPremium ?? optionPremiumFeeRate }
}
