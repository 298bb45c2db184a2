import { randomBytes } from 'node:crypto'
import type { SignedInUser } from '../core/visitor.ts'
import type { InstantSpotOrderRequest, InstantSpotOrderPreview, SpotOrderRequest, SpotOrderPreview } from '#contract/orders/spot.ts'
import { instantSpotPriceFirmMs, orderPreviewExpireMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { direction, posType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readAvailableBalance, type AccountType } from '#ledger/ledger.ts'
import { add, compareDecimals, q8, subtract } from '#rules/decimal.ts'
import { discountedFeeRate } from '#rules/fee.ts'
import { isLimitPriceReached } from '#rules/stops.ts'
import { feeDiscountOf } from '../orders/feeDiscount.ts'
import type { AppContext } from '../core/appContext.ts'
import { verifyClaimsToken, signClaimsToken } from '../core/signedText.ts'
import { type AnySpotOrderRequest, priceSpotOrder, type PricedSpotOrder, isSpotLimitOrder } from './fill.ts'
import { spotQuoteCurrency } from './legs.ts'

// Tokens of one use never pass for the other.
const kindOf = (order: AnySpotOrderRequest): string => (order.posType === posType.spot ? 'sp2' : 'si1')

interface Claims {
  user: string
  order: string
  /** Every figure that was shown, and the second of the price record that it was shown on. */
  shown: ReturnType<typeof confirmedSpotFiguresOf>
  sec: number
  /** The number of a firm price: the first order on it takes it. */
  no: string
  expireAtMs: number
}

/** Two orders that mean the same have the same form, whatever the order of their keys and '1.0' or '1'. */
function canonical(order: AnySpotOrderRequest): string {
  const { accountType, posType: kind, symbol, direction: side, orderType, quantity, money } = order
  const own = order.posType === posType.spot ? [order.slippageBps, plain(order.price)] : []
  return JSON.stringify([accountType, kind, symbol, side, orderType, plain(quantity), plain(money), ...own])
}
const plain = (value: Decimal | undefined): Decimal | null => (value === undefined ? null : add(value, '0'))

/** The fee rate of a person: the one that holds, less what their level takes off. */
const feeRateOf = (app: AppContext, visitor: SignedInUser, { accountType }: AnySpotOrderRequest): Decimal =>
  discountedFeeRate(app.terms.at('spot', '', 'feeRate', app.clock.now()), feeDiscountOf(app, visitor, accountType))

export const confirmedSpotFiguresOf = ({ spec, price, feeRate, fill }: PricedSpotOrder, order: AnySpotOrderRequest) => ({
  symbol: spec.symbol,
  base: spec.base,
  direction: order.direction,
  orderType: order.orderType,
  price,
  ...fill,
  feeRate,
})

type PreviewOf<A extends AnySpotOrderRequest> = A extends SpotOrderRequest
  ? SpotOrderPreview
  : A extends InstantSpotOrderRequest
    ? InstantSpotOrderPreview
    : never

/** Every figure of the order, signed: a firm one for 5 s, any other for 15 s (docs/rules/wire.md). Refuses what filling refuses, but for the balance, of which it warns. */
export async function previewSpotOrder<A extends AnySpotOrderRequest>(
  app: AppContext,
  key: Buffer,
  sql: Sql,
  visitor: SignedInUser,
  order: A,
): Promise<PreviewOf<A>> {
  const nowMs = app.clock.now()
  const filled = priceSpotOrder(app.market, order, feeRateOf(app, visitor, order), nowMs)
  const confirmed = confirmedSpotFiguresOf(filled, order)
  const isBuy = order.direction === direction.long
  const has = await readAvailableBalance(sql, visitor.userId, order.accountType as AccountType, isBuy ? spotQuoteCurrency : confirmed.base)
  const expireAtMs = nowMs + (order.posType === posType.spot ? orderPreviewExpireMs : instantSpotPriceFirmMs)
  const claims: Claims = {
    user: visitor.userId,
    order: canonical(order),
    shown: confirmed,
    sec: filled.quote.sec,
    no: randomBytes(16).toString('hex'),
    expireAtMs,
  }
  const preview = {
    action: 'position' as const,
    posType: order.posType,
    ...confirmed,
    ...(isSpotLimitOrder(order) && isBuy && order.money !== undefined && { unused: q8(subtract(order.money, confirmed.give)) }),
    worstLoss: { amount: isBuy ? confirmed.give : confirmed.fee, currency: spotQuoteCurrency },
    warnings: warningsOf(order, filled, compareDecimals(has, confirmed.give) >= 0),
    feedMode: filled.quote.feedMode,
    confirmToken: signClaimsToken(key, kindOf(order), claims),
    expireAt: asInstant(expireAtMs),
  }
  return preview as PreviewOf<A>
}

function warningsOf(order: AnySpotOrderRequest, { quote, price }: PricedSpotOrder, canPay: boolean): SpotOrderPreview['warnings'] {
  const warnings: SpotOrderPreview['warnings'] = [{ level: 'info', key: 'houseCounterparty' }]
  if (quote.feedMode === 'SIM') warnings.push({ level: 'info', key: 'simulatedMarket' })
  if (isSpotLimitOrder(order) && isLimitPriceReached(order.direction, price, quote)) warnings.push({ level: 'info', key: 'limitReached' })
  if (!canPay) warnings.push({ level: 'warn', key: 'insufficientBalance' })
  return warnings
}

/** What was shown, if this token is ours, of this person, for this order and not expired; otherwise undefined. */
export function readSpotConfirmToken(
  key: Buffer,
  token: string | undefined,
  userId: string,
  order: AnySpotOrderRequest,
  nowMs: number,
): Pick<Claims, 'shown' | 'sec' | 'no' | 'expireAtMs'> | undefined {
  const claims = verifyClaimsToken(key, kindOf(order), token) as Claims | undefined
  const isTheirs = claims !== undefined && claims.user === userId && claims.order === canonical(order)
  return isTheirs && nowMs < claims.expireAtMs ? claims : undefined
}
