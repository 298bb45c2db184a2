import type { OptionFeeRates } from '#rules/option/option.ts'
import type { TermsByTime } from '../terms/termsByTime.ts'

/** Of what the fee of an option is the smaller, as it holds at that moment (docs/rules/options.md). */
export const optionFeeRatesAt = (terms: TermsByTime, atMs: number): OptionFeeRates => ({
  ofValue: terms.at('option', '', 'feeOfValue', atMs),
  ofPremium: terms.at('option', '', 'feeOfPremium', atMs),
})
