import type { ContractOrderRequest, ContractOrderPreviewReply } from '#contract/calls/trading.ts'
import { orderPreviewExpireMs } from '#contract/constants.ts'
import { orderType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { Sql } from '#db/database.ts'
import { readAvailableBalance } from '#ledger/ledger.ts'
import { compareDecimals, q8 } from '#rules/decimal.ts'
import { isLimitPriceReached } from '#rules/stops.ts'
import type { AppContext } from '../core/appContext.ts'
import { resolveTradingAccountScope } from '../orders/accountType.ts'
import { assertContractCapacity } from '../risk/capacity.ts'
import { type ConfirmedContractFigures, signContractConfirmToken } from './confirmToken.ts'
import { refuseExcessContractExposure } from './exposure.ts'
import { holdingCostPerDay } from './holding.ts'
import { contractSettleCurrency } from './legs.ts'
import { type PricedContractOrder, priceContractOrder } from './order.ts'

/** Above this leverage the sheet says how little a move has to be. */
const highLeverFrom = 5

/** Every number the order will be charged, signed for 15 s (docs/rules/wire.md). Refuses what opening would refuse, but for the balance, which it warns of. */
export async function previewContractOrder(
  app: AppContext,
  key: Buffer,
  sql: Sql,
  visitor: SignedInUser,
  order: ContractOrderRequest,
): Promise<ContractOrderPreviewReply> {
  const nowMs = app.clock.now()
  const priced = priceContractOrder(app, visitor, order, nowMs)
  const own = await resolveTradingAccountScope(sql, visitor.userId, order)
  await refuseExcessContractExposure(app, sql, own, priced)
  await assertContractCapacity(sql, app, own.book, priced, order.direction)
  const canPay = compareDecimals(await readAvailableBalance(sql, own.walletId, own.book, contractSettleCurrency), priced.cost.debit) >= 0
  const perDay = await holdingCostPerDay(sql, app.market, priced.spec, priced.held, priced.price, nowMs)
  const confirmed: ConfirmedContractFigures = { ...shownOf(priced), perDay: perDay?.amount ?? null }
  const expireAtMs = nowMs + orderPreviewExpireMs
  return {
    action: 'position',
    posType: 2,
    lines: linesOf(order, confirmed, priced, perDay?.kind),
    fees: [
      { key: 'openFee', amount: confirmed.openFee, currency: contractSettleCurrency, rate: priced.feeRate },
      { key: 'estCloseFee', amount: confirmed.estCloseFee, currency: contractSettleCurrency, rate: priced.feeRate },
    ],
    price: confirmed.price,
    quantity: confirmed.quantity,
    youPay: confirmed.worstLoss,
    worstLoss: { amount: confirmed.worstLoss, currency: contractSettleCurrency },
    liqPrice: confirmed.liqPrice,
    warnings: warningsOf(order, priced, canPay),
    feedMode: priced.quote.feedMode,
    confirmToken: signContractConfirmToken(key, visitor.userId, order, confirmed, expireAtMs),
    expireAt: asInstant(expireAtMs),
  }
}

/** With negative-balance protection the most that can be lost is what is paid: margin and fee (docs/rules/contracts.md). */
const shownOf = ({
  price,
  quantity,
  feeRate,
  cost,
  estCloseFee,
  liqPrice,
}: PricedContractOrder): Omit<ConfirmedContractFigures, 'perDay'> => ({
  price,
  quantity,
  feeRate,
  notional: cost.notional,
  margin: cost.margin,
  openFee: cost.openFee,
  estCloseFee,
  liqPrice,
  worstLoss: q8(cost.debit),
})

/** `perDay` is of one day at the coming rate, negative when received; where nothing is charged there is no line. */
const linesOf = (
  order: ContractOrderRequest,
  confirmed: ConfirmedContractFigures,
  { spec }: PricedContractOrder,
  perDay: 'funding' | 'overnight' | undefined,
): ContractOrderPreviewReply['lines'] => [
  { key: 'price', value: confirmed.price, unit: spec.quote },
  { key: 'quantity', value: confirmed.quantity, unit: spec.base },
  { key: 'notional', value: confirmed.notional, unit: contractSettleCurrency },
  { key: 'margin', value: confirmed.margin, unit: contractSettleCurrency },
  { key: 'openFee', value: confirmed.openFee, unit: contractSettleCurrency },
  { key: 'estCloseFee', value: confirmed.estCloseFee, unit: contractSettleCurrency },
  { key: 'liqPrice', value: confirmed.liqPrice, unit: spec.quote },
  { key: 'worstLoss', value: confirmed.worstLoss, unit: contractSettleCurrency },
  ...(perDay && confirmed.perDay !== null ? [{ key: perDay, value: confirmed.perDay, unit: contractSettleCurrency }] : []),
  ...(order.stopProfit ? [{ key: 'stopProfit', value: order.stopProfit, unit: spec.quote }] : []),
  ...(order.stopLoss ? [{ key: 'stopLoss', value: order.stopLoss, unit: spec.quote }] : []),
]

function warningsOf(
  order: ContractOrderRequest,
  { quote, price }: PricedContractOrder,
  canPay: boolean,
): ContractOrderPreviewReply['warnings'] {
  const warnings: ContractOrderPreviewReply['warnings'] = [{ level: 'info', key: 'houseCounterparty' }]
  if (quote.feedMode === 'SIM') warnings.push({ level: 'info', key: 'simulatedMarket' })
  if (order.orderType === orderType.limit && isLimitPriceReached(order.direction, price, quote))
    warnings.push({ level: 'info', key: 'limitReached' })
  if (order.lever > highLeverFrom) warnings.push({ level: 'warn', key: 'highLever' })
  if (!canPay) warnings.push({ level: 'warn', key: 'insufficientBalance' })
  return warnings
}
