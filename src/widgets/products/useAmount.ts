import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import type { EarnProduct } from '#contract/calls/products.ts'
import { wallet } from '#contract/calls/wallet.ts'
import type { Decimal } from '#contract/decimal.ts'
import { compareDecimals, isMultipleOf } from '#rules/decimal.ts'
import { formatExactAmount } from './rateText.ts'

export interface ProductAmountInputState {
  /** A plain decimal, or '' while nothing is typed. */
  money: string
  set(money: string): void
  available: Decimal | undefined
  /** Why this much cannot be put in, in words. */
  error: string | undefined
}

/** How much goes in: typed here, looked at against the product and the balance; the server has the last word. */
export function useProductAmountInput({ currency, minMoney, maxMoney, stepMoney }: EarnProduct): ProductAmountInputState {
  const { t } = useLingui()
  const [money, setMoney] = useState('')
  const balances = useQuery(apiReadQuery(wallet.balances, { accountType: useAccountType() })).data
  const balance = balances?.find((one) => one.currency === currency)?.available
  const available = balances ? (balance ?? ('0' as Decimal)) : undefined
  const [least, most, step] = [formatExactAmount(minMoney), formatExactAmount(maxMoney), formatExactAmount(stepMoney)]
  const computeError = (): string | undefined => {
    if (money === '') return undefined
    if (compareDecimals(money, minMoney) < 0) return t`At least ${least} ${currency}`
    if (compareDecimals(money, maxMoney) > 0) return t`At most ${most} ${currency}`
    if (!isMultipleOf(money, stepMoney)) return t`In steps of ${step} ${currency}`
    return available !== undefined && compareDecimals(money, available) > 0 ? t`That is more than you have.` : undefined
  }
  return { money, set: setMoney, available, error: computeError() }
}
