import type { Visitor } from '#account/visitor.ts'
import { previewExpireMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { OptionAsked, OptionPreview } from '#contract/orders/option.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { available, type Book } from '#ledger/ledger.ts'
import { add, compare, divide, isPositive, truncate } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { mayStake, tradeAskOf } from '../mayTrade.ts'
import { readText, signText } from '../signedText.ts'
import { type Priced, priceOrder, settleCurrency } from './ask.ts'
import { refuseTooMany } from './mostOpen.ts'
import { cover } from './stress.ts'

const kind = 'op1'

/** Every figure that the person agreed to. */
export interface Shown {
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
  shown: Shown
  expireAtMs: number
}

/** Two orders that mean the same have the same form, whatever the order of their keys and '1.0' or '1'. */
const canonical = ({ accountType, optionId, slippageBps, quantity }: OptionAsked): string =>
  JSON.stringify([accountType, optionId, slippageBps, add(quantity, '0')])

const shownOf = ({ value, cost, feeDiscount }: Priced): Shown => ({
  price: value.ask,
  premium: cost.premium,
  fee: cost.fee,
  worstLoss: cost.debit,
  breakEven: cost.breakEven,
  feeDiscount,
})

/** Premium, fee, break-even and worst loss at the newest record, signed for 15 s (product §1.11). Refuses what buying refuses, but for the balance, of which it warns. */
export async function makePreview(house: House, key: Buffer, sql: Sql, visitor: Visitor, order: OptionAsked): Promise<OptionPreview> {
  const nowMs = house.clock.now()
  const book = order.accountType as Book
  const priced = await priceOrder(house, sql, visitor, order, nowMs)
  await mayStake(house, { ...tradeAskOf(house, order), stake: priced.cost.debit }, { sql, visitor })
  await refuseTooMany(sql, visitor.userId, book)
  await cover(sql, house.market, book, priced, order.quantity)
  const { spec, name, quote, value } = priced
  const shown = shownOf(priced)
  const expireAtMs = nowMs + previewExpireMs
  const claims: Claims = { user: visitor.userId, order: canonical(order), shown, expireAtMs }
  const canPay = compare(await available(sql, visitor.userId, book, settleCurrency), shown.worstLoss) >= 0
  return {
    action: 'position',
    posType: 3,
    lines: [
      { key: 'price', value: shown.price, unit: settleCurrency },
      { key: 'quantity', value: order.quantity, unit: spec.base },
      { key: 'premium', value: shown.premium, unit: settleCurrency },
      { key: 'fee', value: shown.fee, unit: settleCurrency },
      { key: 'breakEven', value: shown.breakEven, unit: spec.quote },
      { key: 'worstLoss', value: shown.worstLoss, unit: settleCurrency },
    ],
    fees: [{ key: 'fee', amount: shown.fee, currency: settleCurrency, rate: rateOf(shown) }],
    optionId: order.optionId,
    underlying: name.underlying,
    cp: name.cp,
    strike: name.strike,
    expiry: asInstant(name.expirySec * 1000),
    price: shown.price,
    quantity: order.quantity,
    premium: shown.premium,
    fee: shown.fee,
    youPay: shown.worstLoss,
    worstLoss: { amount: shown.worstLoss, currency: settleCurrency },
    breakEven: shown.breakEven,
    iv: value.iv,
    delta: value.delta,
    mid: quote.mid,
    warnings: warningsOf(quote.feedMode, canPay),
    feedMode: quote.feedMode,
    confirmToken: signText(key, kind, claims),
    expireAt: asInstant(expireAtMs),
  }
}

/** The fee as a fraction of the premium. */
const rateOf = ({ premium, fee }: Shown): Decimal => (isPositive(premium) ? truncate(divide(fee, premium), 6) : premium)

function warningsOf(feedMode: string, canPay: boolean): OptionPreview['warnings'] {
  const warnings: OptionPreview['warnings'] = [{ level: 'info', key: 'houseCounterparty' }]
  if (feedMode === 'SIM') warnings.push({ level: 'info', key: 'simulatedMarket' })
  if (!canPay) warnings.push({ level: 'warn', key: 'insufficientBalance' })
  return warnings
}

/** What was shown, if this token is ours, of this person, for this order and not expired; otherwise undefined. */
export function readShown(key: Buffer, token: string | undefined, userId: string, order: OptionAsked, nowMs: number): Shown | undefined {
  const claims = readText(key, kind, token) as Claims | undefined
  const isTheirs = claims !== undefined && claims.user === userId && claims.order === canonical(order)
  return isTheirs && nowMs < claims.expireAtMs ? claims.shown : undefined
}
