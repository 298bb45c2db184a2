import type { SignedInUser } from '../core/visitor.ts'
import { orderPreviewExpireMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { OptionOrderRequest, OptionOrderPreview } from '#contract/orders/option.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readAvailableBalance, type AccountType } from '#ledger/ledger.ts'
import { add, compareDecimals, divide, isPositive, truncate } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { assertWithinLossLimits, tradePermissionQueryOfOrder } from '../risk/assertCanTrade.ts'
import { verifyClaimsToken, signClaimsToken } from '../core/signedText.ts'
import { type PricedOptionOrder, priceOptionOrder, optionSettleCurrency } from './request.ts'
import { refuseTooManyOpenOptions } from './maxOpen.ts'
import { requireOptionReserveAmount } from './stress.ts'

const kind = 'op1'

/** Every figure that the person agreed to. */
export interface ConfirmedOptionFigures {
  price: Decimal
  premium: Decimal
  fee: Decimal
  worstLoss: Decimal
  breakEven: Decimal
  /** Of tokens before there were levels there is none. */
  feeDiscount?: Decimal
}

interface Claims {
  user: string
  order: string
  shown: ConfirmedOptionFigures
  expireAtMs: number
}

/** Two orders that mean the same have the same form, whatever the order of their keys and '1.0' or '1'. */
const canonical = ({ accountType, optionId, slippageBps, quantity }: OptionOrderRequest): string =>
  JSON.stringify([accountType, optionId, slippageBps, add(quantity, '0')])

const shownOf = ({ value, cost, feeDiscount }: PricedOptionOrder): ConfirmedOptionFigures => ({
  price: value.ask,
  premium: cost.premium,
  fee: cost.fee,
  worstLoss: cost.debit,
  breakEven: cost.breakEven,
  feeDiscount,
})

/** Premium, fee, break-even and worst loss at the newest record, signed for 15 s (docs/rules/wire.md). Refuses what buying refuses, but for the balance, of which it warns. */
export async function previewOptionOrder(
  app: AppContext,
  key: Buffer,
  sql: Sql,
  visitor: SignedInUser,
  order: OptionOrderRequest,
): Promise<OptionOrderPreview> {
  const nowMs = app.clock.now()
  const book = order.accountType as AccountType
  const priced = await priceOptionOrder(app, sql, visitor, order, nowMs)
  await assertWithinLossLimits(app, { ...tradePermissionQueryOfOrder(app, order), stake: priced.cost.debit }, { sql, visitor })
  await refuseTooManyOpenOptions(sql, visitor.userId, book)
  await requireOptionReserveAmount(sql, app.market, book, priced, order.quantity)
  const { spec, name, quote, value } = priced
  const confirmed = shownOf(priced)
  const expireAtMs = nowMs + orderPreviewExpireMs
  const claims: Claims = { user: visitor.userId, order: canonical(order), shown: confirmed, expireAtMs }
  const canPay = compareDecimals(await readAvailableBalance(sql, visitor.userId, book, optionSettleCurrency), confirmed.worstLoss) >= 0
  return {
    action: 'position',
    posType: 3,
    lines: [
      { key: 'price', value: confirmed.price, unit: optionSettleCurrency },
      { key: 'quantity', value: order.quantity, unit: spec.base },
      { key: 'premium', value: confirmed.premium, unit: optionSettleCurrency },
      { key: 'fee', value: confirmed.fee, unit: optionSettleCurrency },
      { key: 'breakEven', value: confirmed.breakEven, unit: spec.quote },
      { key: 'worstLoss', value: confirmed.worstLoss, unit: optionSettleCurrency },
    ],
    fees: [{ key: 'fee', amount: confirmed.fee, currency: optionSettleCurrency, rate: rateOf(confirmed) }],
    optionId: order.optionId,
    underlying: name.underlying,
    cp: name.cp,
    strike: name.strike,
    expiry: asInstant(name.expirySec * 1000),
    price: confirmed.price,
    quantity: order.quantity,
    premium: confirmed.premium,
    fee: confirmed.fee,
    youPay: confirmed.worstLoss,
    worstLoss: { amount: confirmed.worstLoss, currency: optionSettleCurrency },
    breakEven: confirmed.breakEven,
    iv: value.iv,
    delta: value.delta,
    mid: quote.mid,
    warnings: warningsOf(quote.feedMode, canPay),
    feedMode: quote.feedMode,
    confirmToken: signClaimsToken(key, kind, claims),
    expireAt: asInstant(expireAtMs),
  }
}

/** The fee as a fraction of the premium. */
const rateOf = ({ premium, fee }: ConfirmedOptionFigures): Decimal => (isPositive(premium) ? truncate(divide(fee, premium), 6) : premium)

function warningsOf(feedMode: string, canPay: boolean): OptionOrderPreview['warnings'] {
  const warnings: OptionOrderPreview['warnings'] = [{ level: 'info', key: 'houseCounterparty' }]
  if (feedMode === 'SIM') warnings.push({ level: 'info', key: 'simulatedMarket' })
  if (!canPay) warnings.push({ level: 'warn', key: 'insufficientBalance' })
  return warnings
}

/** What was shown and when, if this token is ours, of this person, for this order and not expired; otherwise undefined. */
export function readOptionConfirmToken(
  key: Buffer,
  token: string | undefined,
  userId: string,
  order: OptionOrderRequest,
  nowMs: number,
): (ConfirmedOptionFigures & { shownAtMs: number }) | undefined {
  const claims = verifyClaimsToken(key, kind, token) as Claims | undefined
  const isTheirs = claims !== undefined && claims.user === userId && claims.order === canonical(order)
  return isTheirs && nowMs < claims.expireAtMs ? { ...claims.shown, shownAtMs: claims.expireAtMs - orderPreviewExpireMs } : undefined
}
