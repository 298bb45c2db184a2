import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { productOrderStatus, earnProductType, balanceRecordType } from '#contract/states.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Leg } from '#ledger/ledger.ts'
import { fundingInputSymbolOf } from '#market/record/inputs.ts'
import { readMarketInputsStartingAt } from '#market/record/inputStore.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import { isZero, multiply, negate, q8, subtract, zero } from '#rules/decimal.ts'
import { arbitrageHostingExitFee, arbitrageHostingDailyRate } from '#rules/earn/hosting.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { zeroOrOneSettlementFigure, settlementInput } from '../orders/explainer.ts'
import type { AppContext } from '../core/appContext.ts'
import { readProductsWithoutBackfilledDays, backfillSimulatedArbitrageDays } from './backfillDays.ts'
import type { ProductDayValue, ProductPreviewLine, ProductPurchaseOffer, ProductKind } from './kind.ts'
import { readProductLast30DayStats } from './last30.ts'
import { trimDatabaseNumberZeros } from './plain.ts'
import type { ProductOrderRow, ProductRow } from './rows.ts'

const fundingsADay = 3
const fundingSeconds = 28_800

/**
 * Arbitrage hosting (docs/rules/earn.md): a day's rate is the person's stated share of the three published funding rates of its market. The principal
 * comes back whole; leaving before the end costs part of the income alone.
 */
export const createArbitrageProductKind = ({ market, config }: AppContext): ProductKind => ({
  type: earnProductType.arbitrage,
  work: earlierDays(config.marketFeed?.kind === 'sim'),
  facts: ({ terms }) => ({
    rateKind: 'variable',
    ourShare: subtract('1', asDecimal(terms['share'] ?? '1')),
    exitRule: 'nextDayFeeFromIncome',
    unbondDays: 0,
    risks: ['rateCanBeZero', 'reserveCanFallShort', 'houseCanFail'],
    backing: 'reserve',
  }),
  serialize: async (sql, products) => {
    const known = await readProductLast30DayStats(
      sql,
      products.map(({ id }) => id),
    )
    return new Map(products.map(({ id }) => [id, { last30: known.get(id) ?? null }]))
  },
  offer: async (sql, product, { money = zero }, now): Promise<ProductPurchaseOffer> => ({
    money: q8(money),
    weight: q8(money),
    startDay: addServerDays(serverDayAt(now), 1),
    terms: { ...product.terms, rateMax: product.rate_max },
    lines: await ratesShown(sql, product, money),
    fees: [
      {
        key: 'exitFeeMost',
        amount: q8(multiply(money, term(product, 'exitFeeRate'))),
        currency: product.currency,
        rate: term(product, 'exitFeeRate'),
      },
    ],
    warnings: [
      { level: 'info', key: 'rateCanBeZero' },
      { level: 'info', key: 'houseCanFail' },
    ],
  }),
  dayValue: (sql, product, day, _, isSilent) => fundingOf(sql, market.feed, product, day, isSilent),
  leaving: async (_, order, __, now) => ({ ...exitOf(order), at: startOfServerDay(addServerDays(serverDayAt(now), 1)) }),
  ending: async (_, order) => {
    const isLeft = order.status === productOrderStatus.exiting
    const fee = isLeft ? (order.exit_fee ?? zero) : zero
    return { legs: returningLegs(order, fee), fee, returned: order.money }
  },
  exitCosts: exitCostsOf,
  explainDay: (order, day, { value, inputs }) => ({
    formula: 'hosting',
    inputs: [
      settlementInput('symbol', order.terms['symbol'] ?? ''),
      settlementInput('share', term(order, 'share')),
      settlementInput('rateMax', trimDatabaseNumberZeros(term(order, 'rateMax'))),
    ],
    figures: zeroOrOneSettlementFigure('dayRate', value, ''),
    records: inputs.flatMap(({ name, sec }) => (sec === null ? [] : [{ use: `funding${timeOf(day, sec)}`, symbol: name, sec }])),
  }),
  explainOrder,
})

/** What came back of an order that is over, and why. */
function explainOrder(order: ProductOrderRow) {
  const fee = order.exit_fee ?? zero
  const isOver = order.status === productOrderStatus.ended
  const net = isOver ? q8(subtract(order.income_total, fee)) : null
  return {
    formula: 'hostingOrder',
    inputs: [
      settlementInput('money', trimDatabaseNumberZeros(order.money)),
      settlementInput('unit', order.currency),
      settlementInput('feeRate', term(order, 'exitFeeRate')),
      settlementInput('accrued', trimDatabaseNumberZeros(order.income_total), 'ledger'),
      ...(order.exit_asked_ms === null ? [] : [settlementInput('exitFee', trimDatabaseNumberZeros(q8(fee)), 'ledger')]),
    ],
    figures: isOver
      ? [
          ...zeroOrOneSettlementFigure('returned', order.returned, order.currency),
          ...zeroOrOneSettlementFigure('fee', q8(fee), order.currency),
          ...zeroOrOneSettlementFigure('net', net, order.currency),
        ]
      : [],
    result: net === null ? null : { name: 'net', value: net, unit: order.currency },
    records: [],
  }
}

/** Which of the day's three times a second is in. */
const timeOf = (day: string, sec: number): number => Math.floor((sec - startOfServerDay(day) / 1000) / fundingSeconds) + 1

/** Before the first day of a simulated market there is what its generator would have given, once. */
function earlierDays(isSimulated: boolean): NonNullable<ProductKind['work']> {
  let isDone = !isSimulated
  return async ({ db }, now) => {
    if (isDone) return
    await backfillSimulatedArbitrageDays(db, await readProductsWithoutBackfilledDays(db, earnProductType.arbitrage), now)
    isDone = true
  }
}

const term = ({ terms }: Pick<ProductRow, 'terms'>, name: string): Decimal => {
  const value = terms[name]
  if (value === undefined) throw new Error(`the terms have no ${name}`)
  return value as Decimal
}

/**
 * The day's rate once all that can be published is: what nobody recorded was not captured and counts nothing. A time without a leaf is over
 * for good as soon as a second behind it is recorded.
 */
async function fundingOf(
  sql: Sql,
  feed: string,
  product: ProductRow,
  day: string,
  isSilent: boolean,
): Promise<ProductDayValue | undefined> {
  const symbol = fundingInputSymbolOf(product.terms['symbol'] ?? '')
  const begins = Array.from({ length: fundingsADay }, (_, n) => startOfServerDay(day) / 1000 + n * fundingSeconds)
  const recordedSec = await readNewestRecordedSec(sql, feed)
  const leaves = await Promise.all(begins.map(async (since) => (await readMarketInputsStartingAt(sql, feed, since, [symbol])).get(symbol)))
  const mayCome = (n: number): boolean => !isSilent && recordedSec < (begins[n] as number) + fundingSeconds
  if (leaves.some((leaf, n) => !leaf && mayCome(n))) return undefined
  const published = leaves.filter((leaf) => leaf !== undefined)
  return {
    value: arbitrageHostingDailyRate(
      published.map(({ value }) => value),
      term(product, 'share'),
      product.rate_max,
    ),
    inputs: published.map(({ value, sec }) => ({ name: symbol, value, sec })),
  }
}

/** What thirty days were like, and what a day of this much money would have brought then. Never a promise. */
async function ratesShown(sql: Sql, product: ProductRow, money: Decimal): Promise<ProductPreviewLine[]> {
  const known = (await readProductLast30DayStats(sql, [product.id])).get(product.id)
  const unit = product.income_currency
  const most: ProductPreviewLine[] = [
    { key: 'rateMax', value: product.rate_max, unit: '' },
    { key: 'dayAtMost', value: q8(multiply(money, product.rate_max)), unit },
  ]
  if (!known) return most
  return [
    { key: 'rateAvg', value: known.avg, unit: '' },
    { key: 'rateMin', value: known.min, unit: '' },
    { key: 'rateMost', value: known.max, unit: '' },
    { key: 'zeroDays', value: String(known.zeroDays) as Decimal, unit: 'd' },
    { key: 'daysKnown', value: String(known.days) as Decimal, unit: 'd' },
    { key: 'dayAtAverage', value: q8(multiply(money, known.avg)), unit },
    ...most,
  ]
}

const exitOf = (order: ProductOrderRow): { fee: Decimal; money: Decimal } => ({
  fee: arbitrageHostingExitFee(order.money, term(order, 'exitFeeRate'), order.income_total),
  money: order.money,
})

/** By what had come in by then. Nothing before an order starts, nor once its term is over: then it comes back without a fee. */
const exitCostsOf: NonNullable<ProductKind['exitCosts']> = async (sql, orders, at) => {
  const today = serverDayAt(at)
  const running = orders.filter(({ start_day }) => start_day !== null && start_day <= today)
  const accrued = await incomesBefore(sql, running, at)
  return new Map(
    running.map((order) => {
      if (order.exit_asked_ms !== null && Number(order.exit_asked_ms) <= at) return [order.id, order.exit_fee ?? zero]
      const isOver = addServerDays(order.start_day as string, order.days) <= today
      return [order.id, isOver ? zero : arbitrageHostingExitFee(order.money, term(order, 'exitFeeRate'), accrued.get(order.id) ?? zero)]
    }),
  )
}

async function incomesBefore(sql: Sql, orders: readonly ProductOrderRow[], at: Instant): Promise<ReadonlyMap<string, Decimal>> {
  if (orders.length === 0) return new Map()
  const found = await sql.query<{ order_id: string; sum: Decimal }>(
    'select order_id, sum(amount) as sum from product_income where order_id = any($1::bigint[]) and at_ms <= $2 group by order_id',
    [orders.map(({ id }) => id), at],
  )
  return new Map(found.map(({ order_id, sum }) => [order_id, sum]))
}

/** The principal whole, and the fee out of what is available then. */
function returningLegs({ user_id: user, currency, money }: ProductOrderRow, fee: Decimal): Leg[] {
  const principal: Leg[] = [
    { user, currency, bucket: 'INVEST', amount: negate(money), type: balanceRecordType.redemption },
    { user, currency, bucket: 'AVAIL', amount: money, type: balanceRecordType.redemption },
  ]
  if (isZero(fee)) return principal
  return [
    ...principal,
    { user, currency, bucket: 'AVAIL', amount: negate(fee), type: balanceRecordType.exitFee },
    { house: 'FEE', currency, amount: fee },
  ]
}
