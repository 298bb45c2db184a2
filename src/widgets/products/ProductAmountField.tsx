import { Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import type { EarnProduct } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { compareDecimals, floorToStep, multiply, decimalPlacesOfStep, smallerDecimal } from '#rules/decimal.ts'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { trimTrailingZeros, formatMoneyAmountTrimmed } from './rateText.ts'
import type { ProductAmountInputState } from './useAmount.ts'

interface ProductAmountFieldProps {
  product: EarnProduct
  amount: ProductAmountInputState
  ref: Ref<HTMLInputElement>
}

/** How much, with what one has beside it; the pills stay within the product's limits. */
export function ProductAmountField({ product, amount, ref }: ProductAmountFieldProps) {
  const { t } = useLingui()
  const { currency, minMoney, maxMoney, stepMoney } = product
  const { money, set: setMoney, available, error: amountError } = amount
  const has = available === undefined ? '—' : formatMoneyAmountTrimmed(available, currency)
  const most = available === undefined ? undefined : smallerDecimal(available, maxMoney)
  const shares = most === undefined ? [] : amountShortcuts(most, product, t({ message: 'Max', context: 'an amount' }))
  return (
    <DecimalField
      ref={ref}
      label={t`Amount`}
      value={money}
      onChange={setMoney}
      scale={decimalPlacesOfStep(stepMoney)}
      unit={currency}
      placeholder={trimTrailingZeros(minMoney)}
      hint={
        <Trans>
          Available: {has} {currency}
        </Trans>
      }
      error={amountError}
      {...(shares.length > 0 && { steps: shares })}
    />
  )
}

/** Shares of what one has that can be put in. */
function amountShortcuts(most: Decimal, { minMoney, stepMoney }: EarnProduct, max: string): { label: string; value: string }[] {
  const shares = [
    ['25%', '0.25'],
    ['50%', '0.5'],
    ['75%', '0.75'],
    [max, '1'],
  ] as const
  return shares
    .map(([label, share]) => ({ label, value: trimTrailingZeros(floorToStep(multiply(most, share), stepMoney)) }))
    .filter(({ value }) => compareDecimals(value, minMoney) >= 0)
}
