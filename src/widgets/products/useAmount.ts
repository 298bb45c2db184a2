import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import type { Product } from '#contract/calls/products.ts'
import { wallet } from '#contract/calls/wallet.ts'
import type { Decimal } from '#contract/decimal.ts'
import { compare, isMultipleOf } from '#rules/decimal.ts'
import { exactAmount } from './rateText.ts'

export interface Amount {
  /** A plain decimal, or '' while nothing is typed. */
  money: string
  set(money: string): void
  available: Decimal | undefined
  /** Why this much cannot be put in, in words. */
  flaw: string | undefined
}

/** How much goes in: typed here, looked at against the product and the balance; the server has the last word. */
export function useAmount({ currency, minMoney, maxMoney, stepMoney }: Product): Amount {
  const { t } = useLingui()
  const [money, set] = useState('')
  const balances = useQuery(query(wallet.balances, { accountType: useBook() })).data
  const held = balances?.find((one) => one.currency === currency)?.available
  const available = balances ? (held ?? ('0' as Decimal)) : undefined
  const [least, most, step] = [exactAmount(minMoney), exactAmount(maxMoney), exactAmount(stepMoney)]
  const flaw = (): string | undefined => {
    if (money === '') return undefined
    if (compare(money, minMoney) < 0) return t`At least ${least} ${currency}`
    if (compare(money, maxMoney) > 0) return t`At most ${most} ${currency}`
    if (!isMultipleOf(money, stepMoney)) return t`In steps of ${step} ${currency}`
    return available !== undefined && compare(money, available) > 0 ? t`That is more than you have.` : undefined
  }
  return { money, set, available, flaw: flaw() }
}
