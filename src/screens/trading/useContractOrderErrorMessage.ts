import { useLingui } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Decimal } from '#contract/decimal.ts'
import { formatCostAmount } from '#i18n/cost.ts'
import { type ContractOrderEstimate, findContractOrderError, minNotionalUsdt } from './ticket/estimate.ts'

/** What is wrong with the order as typed, in words; undefined when nothing is. The server checks again. */
export function useContractOrderErrorMessage(
  market: MarketWithPrice,
  cost: ContractOrderEstimate | undefined,
  amount: string,
  available: Decimal | undefined,
): string | undefined {
  const { t } = useLingui()
  const { qtyStep, minQty, maxQty, base } = market
  if (!amount) return undefined
  if (!cost) return /[1-9]/.test(amount) ? undefined : t`Enter an amount above zero.`
  const orderError = findContractOrderError(market, cost, available)
  if (orderError === 'qtyStep') return t`In steps of ${qtyStep} ${base}, at least ${minQty}.`
  if (orderError === 'aboveMax') return t`At most ${maxQty} ${base}.`
  if (orderError === 'minNotional') return t`The order must be worth at least ${minNotionalUsdt} USDT.`
  const needed = formatCostAmount(cost.worstLoss, 2)
  return orderError && t`This needs ${needed} USDT, fee included.`
}
