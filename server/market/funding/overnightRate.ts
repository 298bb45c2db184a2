import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { SymbolSpec } from '../market.ts'
import { add, negate, subtract } from '#rules/decimal.ts'

/** What we add to the reference, a year, on either side (docs/rules/contracts.md). */
const adminRate = '0.008'

// A year's reference interest of each currency and the reference cost of carrying each metal: levels of our own for the sandbox, not market data.
const interest: Record<string, string> = {
  USD: '0.042',
  EUR: '0.020',
  GBP: '0.040',
  JPY: '0.005',
  AUD: '0.036',
  NZD: '0.025',
  CAD: '0.025',
  CHF: '0.000',
  SGD: '0.018',
  CNH: '0.016',
  THB: '0.015',
}
const carry: Record<string, string> = { XAU: '0.050', XAG: '0.052', XPT: '0.055', XPD: '0.055' }

/** What holding costs a year as a fraction of the value, on each side: positive is paid. XAUUSD long is the 5.8 % of example C8. */
export function annualOvernightRates({ base, quote }: Pick<SymbolSpec, 'base' | 'quote'>): { long: Decimal; short: Decimal } {
  const reference = carry[base] ?? subtract(interest[quote] ?? '0', interest[base] ?? '0')
  return { long: add(reference, adminRate), short: add(negate(asDecimal(reference)), adminRate) }
}
