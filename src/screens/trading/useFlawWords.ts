import { useLingui } from '@lingui/react/macro'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Decimal } from '#contract/decimal.ts'
import { formatAmount } from '#i18n/number.ts'
import { type Estimate, flawOf, minNotionalUsdt } from './estimate.ts'

/** What is wrong with the order as typed, in words; undefined when nothing is. The server checks again. */
export function useFlawWords(
  listed: MarketSymbol,
  cost: Estimate | undefined,
  amount: string,
  available: Decimal | undefined,
): string | undefined {
  const { t } = useLingui()
  const { qtyStep, minQty, maxQty, base } = listed
  if (!amount) return undefined
  if (!cost) return /[1-9]/.test(amount) ? undefined : t`Enter an amount above zero.`
  const flaw = flawOf(listed, cost, available)
  if (flaw === 'qtyStep') return t`In steps of ${qtyStep} ${base}, at least ${minQty}.`
  if (flaw === 'aboveMax') return t`At most ${maxQty} ${base}.`
  if (flaw === 'minNotional') return t`The order must be worth at least ${minNotionalUsdt} USDT.`
  const needed = formatAmount(cost.worstLoss, 2)
  return flaw && t`This needs ${needed} USDT, fee included.`
}
