import { randomBytes } from 'node:crypto'
import type { Visitor } from '#account/visitor.ts'
import type { InstantAsked, InstantPreview, SpotAsked, SpotPreview } from '#contract/orders/spot.ts'
import { instantFirmMs, previewExpireMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { direction, posType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { available, type Book } from '#ledger/ledger.ts'
import { add, compare, q8, subtract } from '#rules/decimal.ts'
import { discounted } from '#rules/fee.ts'
import { spotFeeRate } from '#rules/spot.ts'
import { isTouched } from '#rules/stops.ts'
import { feeDiscountOf } from '../feeDiscount.ts'
import type { House } from '../house.ts'
import { readText, signText } from '../signedText.ts'
import { type Asked, fillOrder, type Filled, isLimit } from './fill.ts'
import { quoteCurrency } from './legs.ts'

// Tokens of one use never pass for the other.
const kindOf = (order: Asked): string => (order.posType === posType.spot ? 'sp2' : 'si1')

interface Claims {
  user: string
  order: string
  /** Every figure that was shown, and the second of the price record that it was shown on. */
  shown: ReturnType<typeof shownOf>
  sec: number
  /** The number of a firm price: the first order on it takes it. */
  no: string
  expireAtMs: number
}

/** Two orders that mean the same have the same form, whatever the order of their keys and '1.0' or '1'. */
function canonical(order: Asked): string {
  const { accountType, posType: kind, symbol, direction: side, orderType, quantity, money } = order
  const own = order.posType === posType.spot ? [order.slippageBps, plain(order.price)] : []
  return JSON.stringify([accountType, kind, symbol, side, orderType, plain(quantity), plain(money), ...own])
}
const plain = (value: Decimal | undefined): Decimal | null => (value === undefined ? null : add(value, '0'))

/** The fee rate of a person: the published one, less what their level takes off. */
const feeRateOf = (visitor: Visitor, { accountType }: Asked): Decimal => discounted(spotFeeRate, feeDiscountOf(visitor, accountType))

export const shownOf = ({ spec, price, feeRate, fill }: Filled, order: Asked) => ({
  symbol: spec.symbol,
  base: spec.base,
  direction: order.direction,
  orderType: order.orderType,
  price,
  ...fill,
  feeRate,
})

type PreviewOf<A extends Asked> = A extends SpotAsked ? SpotPreview : A extends InstantAsked ? InstantPreview : never

/** Every figure of the order, signed: a firm one for 5 s, any other for 15 s (product §1.11). Refuses what filling refuses, but for the balance, of which it warns. */
export async function makePreview<A extends Asked>(house: House, key: Buffer, sql: Sql, visitor: Visitor, order: A): Promise<PreviewOf<A>> {
  const nowMs = house.clock.now()
  const filled = fillOrder(house.market, order, feeRateOf(visitor, order), nowMs)
  const shown = shownOf(filled, order)
  const isBuy = order.direction === direction.long
  const has = await available(sql, visitor.userId, order.accountType as Book, isBuy ? quoteCurrency : shown.base)
  const expireAtMs = nowMs + (order.posType === posType.spot ? previewExpireMs : instantFirmMs)
  const claims: Claims = {
    user: visitor.userId,
    order: canonical(order),
    shown,
    sec: filled.quote.sec,
    no: randomBytes(16).toString('hex'),
    expireAtMs,
  }
  const preview = {
    action: 'position' as const,
    posType: order.posType,
    ...shown,
    ...(isLimit(order) && isBuy && order.money !== undefined && { unused: q8(subtract(order.money, shown.give)) }),
    worstLoss: { amount: isBuy ? shown.give : shown.fee, currency: quoteCurrency },
    warnings: warningsOf(order, filled, compare(has, shown.give) >= 0),
    feedMode: filled.quote.feedMode,
    confirmToken: signText(key, kindOf(order), claims),
    expireAt: asInstant(expireAtMs),
  }
  return preview as PreviewOf<A>
}

function warningsOf(order: Asked, { quote, price }: Filled, canPay: boolean): SpotPreview['warnings'] {
  const warnings: SpotPreview['warnings'] = [{ level: 'info', key: 'houseCounterparty' }]
  if (quote.feedMode === 'SIM') warnings.push({ level: 'info', key: 'simulatedMarket' })
  if (isLimit(order) && isTouched(order.direction, price, quote)) warnings.push({ level: 'info', key: 'limitReached' })
  if (!canPay) warnings.push({ level: 'warn', key: 'insufficientBalance' })
  return warnings
}

/** What was shown, if this token is ours, of this person, for this order and not expired; otherwise undefined. */
export function readConfirmed(
  key: Buffer,
  token: string | undefined,
  userId: string,
  order: Asked,
  nowMs: number,
): Pick<Claims, 'shown' | 'sec' | 'no' | 'expireAtMs'> | undefined {
  const claims = readText(key, kindOf(order), token) as Claims | undefined
  const isTheirs = claims !== undefined && claims.user === userId && claims.order === canonical(order)
  return isTheirs && nowMs < claims.expireAtMs ? claims : undefined
}
