import type { EarnProductDay } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { announceMarketInput, findAnnouncedMarketInput } from '#market/record/announcedInputs.ts'
import { readClosesOfDay } from '#market/closes.ts'
import { navInputSymbolOf } from '#market/record/inputs.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import { recordLeafSourceValue } from '#rules/leaf.ts'
import {
  type MarketClosesOfServerDay,
  fundRuleClosesNeeded,
  fundCloseSeriesFrom,
  type QuantFundDay,
  advanceQuantFundDay,
  quantFundRules,
  quantFundRulesVersion,
  type QuantFundRule,
  type QuantFundUnitState,
  initialQuantFundState,
} from '#rules/earn/fund.ts'
import { truncate, zero } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../../core/appContext.ts'
import { trimDatabaseNumberZeros } from '../plain.ts'
import type { ProductRow } from '../rows.ts'

const silentMs = 2 * 3_600_000

export const fundRuleOf = ({ id, terms }: Pick<ProductRow, 'id' | 'terms'>): QuantFundRule => {
  const rule = quantFundRules[terms['rules'] ?? '']
  if (!rule) throw new Error(`the fund ${id} has no rules`)
  return rule
}
export const fundPerformanceFeeRate = ({ terms }: Pick<ProductRow, 'terms'>): Decimal => asDecimal(terms['performanceFee'] ?? '0')
export const initialFundNav = ({ terms }: Pick<ProductRow, 'terms'>): Decimal => asDecimal(terms['firstNav'] ?? '1')

/**
 * Works out every unit value whose day is over, day by day and once: from the closes in the record, by the rules alone, so that two servers
 * and anybody else find the same. The first is that of the day before the fund is on offer. Gives whether all are known by now.
 */
export async function recordDueFundNavs(app: AppContext, product: ProductRow): Promise<boolean> {
  const { db, market, clock } = app
  const [row] = await db.query<{ newest: string | null }>(
    'select max(day) as newest from product_day where product_id = $1 and not is_back_test',
    [product.id],
  )
  const recordedSec = await readNewestRecordedSec(db, market.feed)
  const through = addServerDays(serverDayAt(clock.now()), -1)
  let day = row?.newest ? addServerDays(row.newest, 1) : addServerDays(product.since_day, -1)
  // What is missing in a day that the record went beyond is missing for ever; and nobody's money waits for a market that is silent.
  const isOver = (of: string): boolean => {
    const endMs = startOfServerDay(addServerDays(of, 1))
    return recordedSec * 1000 >= endMs || clock.now() >= endMs + silentMs
  }
  for (; day <= through && isOver(day); day = addServerDays(day, 1)) await decideNav(app, product, day)
  return day > through
}

async function decideNav({ db, market, clock }: AppContext, product: ProductRow, day: string): Promise<void> {
  const rule = fundRuleOf(product)
  const closes = await readClosesOfDay(
    db,
    market.feed,
    rule.assets.map(({ symbol }) => symbol),
    day,
  )
  const before = await stateAfter(db, market.feed, product, addServerDays(day, -1))
  const prices = Object.fromEntries([...closes].map(([symbol, { price }]) => [symbol, price]))
  const known = [...(await closesBefore(db, product, rule, day)), { day, closes: prices }]
  const next = advanceQuantFundDay(rule, fundPerformanceFeeRate(product), before, fundCloseSeriesFrom(rule, known))
  await db.transaction(async (sql) => {
    const inputs = [...closes].map(([name, { price, sec }]) => ({ name, value: price, sec }))
    const written = await sql.query(
      'insert into product_day (product_id, day, value, inputs, decided_ms) values ($1, $2, $3, $4, $5) on conflict do nothing returning 1',
      [product.id, day, next.nav, JSON.stringify(inputs), clock.now()],
    )
    // Another server had it.
    if (written.length === 0) return
    await announceMarketInput(sql, market.feed, {
      symbol: navInputSymbolOf(product.id),
      sinceSec: startOfServerDay(addServerDays(day, 1)) / 1000,
      value: next.nav,
      mode: 'RULE',
      sources: sourcesOf(product, next, inputs),
    })
  })
}

/** How a unit stands in its leaf: the rules and their version, how its value came about, what it holds, and each close with its second. */
const sourcesOf = ({ terms }: ProductRow, { gross, fee, high, cash, held }: QuantFundDay, inputs: EarnProductDay['inputs']): string[] => [
  `rules=${terms['rules'] ?? ''}`,
  `code=${quantFundRulesVersion}`,
  `gross=${trimDatabaseNumberZeros(truncate(gross, 18))}`,
  `fee=${trimDatabaseNumberZeros(fee)}`,
  `high=${trimDatabaseNumberZeros(truncate(high, 18))}`,
  `cash=${trimDatabaseNumberZeros(cash)}`,
  ...Object.entries(held).map(([symbol, amount]) => `${symbol}.held=${trimDatabaseNumberZeros(amount)}`),
  ...inputs.flatMap(({ name, value, sec }) => [`${name}=${trimDatabaseNumberZeros(value)}`, `${name}.sec=${sec}`]),
]

/** A unit at the end of a day as its leaf tells it; before the first, and after the prices came from somewhere else, all of it is cash. */
async function stateAfter(sql: Sql, feed: string, product: ProductRow, day: string): Promise<QuantFundUnitState> {
  const leaf = await findAnnouncedMarketInput(sql, navInputSymbolOf(product.id), startOfServerDay(addServerDays(day, 1)) / 1000)
  if (!leaf) return initialQuantFundState(initialFundNav(product))
  const part = (name: string): Decimal => asDecimal(recordLeafSourceValue(leaf, name) ?? zero)
  if (leaf.feed !== feed) return { ...initialQuantFundState(leaf.value), high: part('high') }
  const held = fundRuleOf(product).assets.map(({ symbol }) => [symbol, part(`${symbol}.held`)] as const)
  return { nav: leaf.value, high: part('high'), cash: part('cash'), held: Object.fromEntries(held) }
}

/** The closes of the days before, oldest first, as they were written: twice as many days as the rules look at closes. */
async function closesBefore(sql: Sql, { id }: ProductRow, rule: QuantFundRule, day: string): Promise<MarketClosesOfServerDay[]> {
  const rows = await sql.query<{ day: string; inputs: EarnProductDay['inputs'] }>(
    'select day, inputs from product_day where product_id = $1 and day < $2 order by day desc limit $3',
    [id, day, fundRuleClosesNeeded(rule) * 2],
  )
  return rows
    .toReversed()
    .map(({ day: of, inputs }) => ({ day: of, closes: Object.fromEntries(inputs.map(({ name, value }) => [name, value])) }))
}
