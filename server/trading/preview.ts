import type { Order, Preview } from '#contract/calls/trading.ts'
import { previewExpireMs } from '#contract/constants.ts'
import { orderType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Visitor } from '#account/visitor.ts'
import type { Sql } from '#db/database.ts'
import { available } from '#ledger/ledger.ts'
import { compare, q8 } from '#rules/decimal.ts'
import { isTouched } from '#rules/stops.ts'
import type { House } from '../house.ts'
import { bookMeant } from '../ownBook.ts'
import { refuseCapacity } from './capacity.ts'
import { type Shown, signConfirmToken } from './confirmToken.ts'
import { refuseExposure } from './exposure.ts'
import { perDayOf } from './holding.ts'
import { settleCurrency } from './legs.ts'
import { type Priced, priceOrder } from './order.ts'

/** Above this leverage the sheet says how little a move has to be. */
const highLeverFrom = 5

/** Every number the order will be charged, signed for 15 s (product §1.11). Refuses what opening would refuse, but for the balance, which it warns of. */
export async function makePreview(house: House, key: Buffer, sql: Sql, visitor: Visitor, order: Order): Promise<Preview> {
  const nowMs = house.clock.now()
  const priced = priceOrder(house, visitor, order, nowMs)
  const own = await bookMeant(sql, visitor.userId, order)
  await refuseExposure(house, sql, own, priced)
  await refuseCapacity(sql, house, own.book, priced, order.direction)
  const canPay = compare(await available(sql, own.walletId, own.book, settleCurrency), priced.cost.debit) >= 0
  const perDay = await perDayOf(sql, house.market, priced.spec, priced.held, priced.price, nowMs)
  const shown: Shown = { ...shownOf(priced), perDay: perDay?.amount ?? null }
  const expireAtMs = nowMs + previewExpireMs
  return {
    action: 'position',
    posType: 2,
    lines: linesOf(order, shown, priced, perDay?.kind),
    fees: [
      { key: 'openFee', amount: shown.openFee, currency: settleCurrency, rate: priced.feeRate },
      { key: 'estCloseFee', amount: shown.estCloseFee, currency: settleCurrency, rate: priced.feeRate },
    ],
    price: shown.price,
    quantity: shown.quantity,
    youPay: shown.worstLoss,
    worstLoss: { amount: shown.worstLoss, currency: settleCurrency },
    liqPrice: shown.liqPrice,
    warnings: warningsOf(order, priced, canPay),
    feedMode: priced.quote.feedMode,
    confirmToken: signConfirmToken(key, visitor.userId, order, shown, expireAtMs),
    expireAt: asInstant(expireAtMs),
  }
}

/** With negative-balance protection the most that can be lost is what is paid: margin and fee (product §2.4 C3). */
const shownOf = ({ price, quantity, feeRate, cost, estCloseFee, liqPrice }: Priced): Omit<Shown, 'perDay'> => ({
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
const linesOf = (order: Order, shown: Shown, { spec }: Priced, perDay: 'funding' | 'overnight' | undefined): Preview['lines'] => [
  { key: 'price', value: shown.price, unit: spec.quote },
  { key: 'quantity', value: shown.quantity, unit: spec.base },
  { key: 'notional', value: shown.notional, unit: settleCurrency },
  { key: 'margin', value: shown.margin, unit: settleCurrency },
  { key: 'openFee', value: shown.openFee, unit: settleCurrency },
  { key: 'estCloseFee', value: shown.estCloseFee, unit: settleCurrency },
  { key: 'liqPrice', value: shown.liqPrice, unit: spec.quote },
  { key: 'worstLoss', value: shown.worstLoss, unit: settleCurrency },
  ...(perDay && shown.perDay !== null ? [{ key: perDay, value: shown.perDay, unit: settleCurrency }] : []),
  ...(order.stopProfit ? [{ key: 'stopProfit', value: order.stopProfit, unit: spec.quote }] : []),
  ...(order.stopLoss ? [{ key: 'stopLoss', value: order.stopLoss, unit: spec.quote }] : []),
]

function warningsOf(order: Order, { quote, price }: Priced, canPay: boolean): Preview['warnings'] {
  const warnings: Preview['warnings'] = [{ level: 'info', key: 'houseCounterparty' }]
  if (quote.feedMode === 'SIM') warnings.push({ level: 'info', key: 'simulatedMarket' })
  if (order.orderType === orderType.limit && isTouched(order.direction, price, quote)) warnings.push({ level: 'info', key: 'limitReached' })
  if (order.lever > highLeverFrom) warnings.push({ level: 'warn', key: 'highLever' })
  if (!canPay) warnings.push({ level: 'warn', key: 'insufficientBalance' })
  return warnings
}
