import { useLingui } from '@lingui/react/macro'
import { asDecimal } from '#contract/decimal.ts'
import { formatAmount } from '#i18n/number.ts'
import { compareDecimals } from '#rules/decimal.ts'

/** What is wrong with an amount to borrow, in words. */
export function useLoanAmountError(amount: string, min: string, max: string, currency: string): string | undefined {
  const { t } = useLingui()
  if (amount === '') return undefined
  const [least, most] = [formatAmount(min, 0), formatAmount(max, 0)]
  if (compareDecimals(asDecimal(amount), asDecimal(min)) < 0) return t`At least ${least} ${currency}`
  return compareDecimals(asDecimal(amount), asDecimal(max)) > 0 ? t`At most ${most} ${currency}` : undefined
}
