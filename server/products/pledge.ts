import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { earnProductType, balanceRecordType } from '#contract/states.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Leg } from '#ledger/ledger.ts'
import { stakingInputSymbolOf } from '#market/record/inputs.ts'
import { readEffectiveMarketInputAt, type PublishedMarketInput } from '#market/record/inputStore.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import { largerDecimal, multiply, negate, q8, truncate, zero } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { pledgeDailyRate, pledgeAnnualRate, pledgeDailyRateOnReceipt } from '#rules/earn/yield.ts'
import { zeroOrOneSettlementFigure, settlementInput } from '../orders/explainer.ts'
import type { AppContext } from '../core/appContext.ts'
import type { ProductDayValue, ProductExitQuote, ProductPreviewLine, ProductKind } from './kind.ts'
import { readProductLast30DayStats } from './last30.ts'
import { trimDatabaseNumberZeros } from './plain.ts'
import type { ProductOrderRow, ProductRow } from './rows.ts'

const daySeconds = 86_400
/** Nobody's money waits for a market that is silent: so long after a day nothing is published for it any more. */
const silentSeconds = 7_200
const shownScale = 12

/**
 * Pledge (docs/rules/earn.md): a day brings what the coin's network pays, as published, less our stated share. The coins come back whole, after
 * the waiting time of their network; in it nothing comes in.
 */
export const createPledgeProductKind = ({ market }: AppContext): ProductKind => ({
  type: earnProductType.pledge,
  facts: ({ terms }) => ({
    rateKind: 'variable',
    ourShare: commission({ terms }),
    exitRule: unbondDays(terms) > 0 ? 'unbonding' : 'nextDayFree',
    unbondDays: unbondDays(terms),
    risks: [
      'coinPriceCanFall',
      'rateCanBeZero',
      'reserveCanFallShort',
      'houseCanFail',
      ...(unbondDays(terms) > 0 ? (['unbondingWait'] as const) : []),
    ],
    backing: 'reserve',
  }),
  serialize: async (sql, products) => {
    const known = await readProductLast30DayStats(
      sql,
      products.map(({ id }) => id),
    )
    return new Map(products.map(({ id }) => [id, { last30: known.get(id) ?? null }]))
  },
  offer: async (sql, product, { money = zero }, now) => ({
    money: q8(money),
    weight: q8(money),
    startDay: addServerDays(serverDayAt(now), 1),
    terms: product.terms,
    lines: linesOf(product, money, await rateAt(sql, market.feed, product, now)),
    warnings: [
      { level: 'info', key: 'coinPriceCanFall' },
      { level: 'info', key: 'houseCanFail' },
      ...(unbondDays(product.terms) > 0 ? [{ level: 'warn' as const, key: 'unbondingWait' }] : []),
    ],
  }),
  dayValue: (sql, product, day, now) => rateOf(sql, market.feed, product, day, now),
  // A network may pay more than on the day that the product was made.
  mostPerDay: async (sql, product, now) =>
    largerDecimal(product.rate_max, pledgeDailyRate(await rateAt(sql, market.feed, product, now), commission(product))),
  leaving: async (_, order, __, now) => leavingAt(order, now),
  ending: async (_, order) => ({ legs: returningLegs(order), fee: zero, returned: order.held }),
  explainDay: (order, _, { value, inputs }) => ({
    formula: 'pledge',
    inputs: [settlementInput('symbol', order.currency), settlementInput('commission', commission(order))],
    figures: zeroOrOneSettlementFigure('dayRate', pledgeDailyRateOnReceipt(value), ''),
    records: inputs.flatMap(({ name, sec }) => (sec === null ? [] : [{ use: 'stake', symbol: name, sec }])),
  }),
})

type Terms = ProductRow['terms']

const unbondDays = (terms: Terms): number => Number(terms['unbondDays'] ?? '0')
const commission = ({ terms }: { terms: Terms }): Decimal => asDecimal(terms['commission'] ?? '0')

/** What the network paid on that day: as published on it; where nobody recorded that day, what was published last before. */
async function rateOf(sql: Sql, feed: string, product: ProductRow, day: string, now: Instant): Promise<ProductDayValue | undefined> {
  const since = startOfServerDay(day) / 1000
  const leaf = await readEffectiveMarketInputAt(sql, feed, stakingInputSymbolOf(product.currency), since)
  const isKnown = leaf?.sinceSec === since
  const isOver =
    isKnown || now / 1000 >= since + daySeconds + silentSeconds || (await readNewestRecordedSec(sql, feed)) >= since + daySeconds
  if (!isOver) return undefined
  if (!leaf) return { value: zero, inputs: [] }
  return { value: pledgeDailyRate(leaf.value, commission(product)), inputs: [inputOf(leaf)] }
}

const inputOf = ({ symbol, value, sec }: PublishedMarketInput) => ({ name: symbol, value: trimDatabaseNumberZeros(value), sec })

/** What the network pays in a year, as published last; before that what the product says. */
async function rateAt(sql: Sql, feed: string, product: ProductRow, now: Instant): Promise<Decimal> {
  const leaf = await readEffectiveMarketInputAt(sql, feed, stakingInputSymbolOf(product.currency), Math.floor(now / 1000))
  return trimDatabaseNumberZeros(leaf?.value ?? asDecimal(product.terms['networkRate'] ?? '0'))
}

function linesOf(product: ProductRow, money: Decimal, networkRate: Decimal): ProductPreviewLine[] {
  const ours = commission(product)
  const wait = unbondDays(product.terms)
  return [
    { key: 'networkRate', value: networkRate, unit: '' },
    { key: 'commission', value: ours, unit: '' },
    { key: 'yourRate', value: trimDatabaseNumberZeros(truncate(pledgeAnnualRate(networkRate, ours), shownScale)), unit: '' },
    { key: 'dayNow', value: q8(multiply(money, pledgeDailyRate(networkRate, ours))), unit: product.income_currency },
    ...(wait > 0 ? [{ key: 'unbondDays', value: asDecimal(String(wait)), unit: 'd' }] : []),
  ]
}

/** The waiting time is counted in whole days from the next one on. */
const leavingAt = ({ terms, held }: ProductOrderRow, now: Instant): ProductExitQuote => ({
  fee: zero,
  money: held,
  at: startOfServerDay(addServerDays(serverDayAt(now), 1 + unbondDays(terms))),
})

const returningLegs = ({ user_id: user, currency, held }: ProductOrderRow): Leg[] => [
  { user, currency, bucket: 'INVEST', amount: negate(held), type: balanceRecordType.redemption },
  { user, currency, bucket: 'AVAIL', amount: held, type: balanceRecordType.redemption },
]
