import { Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import type { Product } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { compare, floorToStep, multiply, scaleOf, smaller } from '#rules/decimal.ts'
import { DecimalField } from '#ui/DecimalField.tsx'
import { exactAmount, plainDigits } from './rateText.ts'
import type { Amount } from './useAmount.ts'

interface AmountFieldProps {
  product: Product
  amount: Amount
  ref: Ref<HTMLInputElement>
}

/** How much, with what one has beside it; the pills stay within the product's limits. */
export function AmountField({ product, amount, ref }: AmountFieldProps) {
  const { t } = useLingui()
  const { currency, minMoney, maxMoney, stepMoney } = product
  const { money, set, available, flaw } = amount
  const has = available === undefined ? '—' : exactAmount(available)
  const most = available === undefined ? undefined : smaller(available, maxMoney)
  const shares = most === undefined ? [] : partsOf(most, product, t({ message: 'Max', context: 'an amount' }))
  return (
    <DecimalField
      ref={ref}
      label={t`Amount`}
      value={money}
      onChange={set}
      scale={scaleOf(stepMoney)}
      unit={currency}
      placeholder={plainDigits(minMoney)}
      hint={
        <Trans>
          Available: {has} {currency}
        </Trans>
      }
      error={flaw}
      {...(shares.length > 0 && { steps: shares })}
    />
  )
}

/** Shares of what one has that can be put in. */
function partsOf(most: Decimal, { minMoney, stepMoney }: Product, max: string): { label: string; value: string }[] {
  const shares = [
    ['25%', '0.25'],
    ['50%', '0.5'],
    ['75%', '0.75'],
    [max, '1'],
  ] as const
  return shares
    .map(([label, share]) => ({ label, value: plainDigits(floorToStep(multiply(most, share), stepMoney)) }))
    .filter(({ value }) => compare(value, minMoney) >= 0)
}
