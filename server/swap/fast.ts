import { randomBytes } from 'node:crypto'
import type { FastAsked, FastOrder, FastPreview } from '#contract/orders/fast.ts'
import { swapQuoteMs } from '#contract/constants.ts'
import { add } from '#rules/decimal.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import { isSwapMarket, swapCurrency } from '#rules/swap.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { readText, signText } from '../signedText.ts'
import { bookSwap } from './exchange.ts'
import { freshQuotes, priceSwap, type SwapAsked } from './price.ts'
import type { Promised } from './quote.ts'
import { toFast } from './store.ts'

const kind = 'ff1'

/** What was promised, and for which order. */
interface Confirmed extends Promised {
  order: string
}

/** Two orders that mean the same have the same form, whatever the order of their keys and '1.0' or '1'. */
const canonical = ({ accountType, posType, symbol, direction: side, orderType, money, quantity }: FastAsked): string =>
  JSON.stringify([accountType, posType, symbol, side, orderType, plain(money), plain(quantity)])
const plain = (value: Decimal | undefined): Decimal | null => (value === undefined ? null : add(value, '0'))

/** The same exchange as the flash exchange knows it. Refuses symbolUnknown and validation. */
function asSwap(house: House, { symbol, direction: side, money, quantity }: FastAsked): SwapAsked {
  if ((money === undefined) === (quantity === undefined))
    throw new Refusal('validation', { field: 'quantity', rule: 'one of quantity and money' })
  const spec = house.market.spec(symbol)
  if (!spec || !isSwapMarket(spec)) throw new Refusal('symbolUnknown', { symbol })
  return side === direction.long
    ? { fromCurrency: swapCurrency, toCurrency: spec.base, fromAmount: money, toAmount: quantity }
    : { fromCurrency: spec.base, toCurrency: swapCurrency, fromAmount: quantity, toAmount: money }
}

/** A firm price of the flash exchange for this order, for ten seconds (product §2.3, §2.8). Refuses what a quote refuses. */
export function makeFastPreview(house: House, key: Buffer, userId: string, order: FastAsked): FastPreview {
  const nowMs = house.clock.now()
  const asked = asSwap(house, order)
  const { terms, sources, feedMode } = priceSwap(house.market, asked, nowMs)
  const { valueUsdt: _, ...shown } = terms
  const { fromCurrency, toCurrency } = asked
  const told = { accountType: order.accountType, fromCurrency, toCurrency, ...shown, sources }
  const expireAtMs = nowMs + swapQuoteMs
  const confirmed: Confirmed = { ...told, no: randomBytes(16).toString('hex'), user: userId, order: canonical(order), expireAtMs }
  return {
    action: 'position',
    posType: 5,
    symbol: order.symbol,
    direction: order.direction,
    ...told,
    feedMode,
    confirmToken: signText(key, kind, confirmed),
    expireAt: asInstant(expireAtMs),
  }
}

/**
 * Exchanges at exactly what was shown, once, while it is firm and there is a fresh record behind it.
 * Refuses confirmRequired (with a fresh preview), insufficientBalance, feedStale and marketClosed.
 */
export async function placeFast(
  house: House,
  key: Buffer,
  order: FastAsked,
  token: string | undefined,
  asking: Asking,
): Promise<FastOrder> {
  const at = house.clock.now()
  const { userId } = asking.visitor
  const again = () => new Refusal('confirmRequired', { preview: makeFastPreview(house, key, userId, order) })
  const confirmed = readText(key, kind, token) as Confirmed | undefined
  if (!confirmed || confirmed.user !== userId || confirmed.order !== canonical(order) || at >= confirmed.expireAtMs) throw again()
  freshQuotes(house.market, [confirmed.fromCurrency, confirmed.toCurrency], at)
  const row = await bookSwap(house, confirmed, asking, { symbol: order.symbol, direction: order.direction })
  if (!row) throw again()
  return toFast(row)
}
