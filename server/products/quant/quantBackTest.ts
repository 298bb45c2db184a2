import { type Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import {
  type MarketClosesOfServerDay,
  fundRuleClosesNeeded,
  type QuantFundRule,
  simulateQuantFund,
  initialQuantFundState,
  rescaleFundNavs,
} from '#rules/earn/fund.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../../core/appContext.ts'
import { fundPerformanceFeeRate, initialFundNav, fundRuleOf } from './quantNav.ts'
import type { ProductRow } from '../rows.ts'

/** What is shown of the time before a fund began: 24 months (docs/rules/seed-data.md). */
const backTestDays = 730

/**
 * Works out what the rules would have brought in the 24 months before the fund, from earlier candles, and writes it as a back-test: once, as
 * soon as there is a market. It ends at the first unit value. Nothing where there are too few candles.
 */
export async function tryWriteFundBackTest({ db, market, clock }: AppContext, product: ProductRow): Promise<boolean> {
  if ((await readNewestRecordedSec(db, market.feed)) === 0) return false
  const known = await db.query('select 1 from product_day where product_id = $1 limit 1', [product.id])
  if (known.length > 0) return true
  const rule = fundRuleOf(product)
  // On the day before it is on offer it begins.
  const begins = addServerDays(product.since_day, -1)
  const days = await candlesOf(market, rule, begins)
  if (days.length < fundRuleClosesNeeded(rule)) return true
  const navs = rescaleFundNavs(
    simulateQuantFund(rule, fundPerformanceFeeRate(product), initialQuantFundState(initialFundNav(product)), days),
    initialFundNav(product),
  )
  const rows = days
    .map(({ day, closes }, at) => ({
      day,
      value: navs[at],
      inputs: Object.entries(closes).map(([name, value]) => ({ name, value, sec: null })),
    }))
    .slice(-backTestDays)
  await db.query(
    `insert into product_day (product_id, day, value, inputs, is_back_test, decided_ms)
     select $1, day, value, inputs, true, $3 from jsonb_to_recordset($2::jsonb) as r (day text, value numeric, inputs jsonb)
     on conflict do nothing`,
    [product.id, JSON.stringify(rows), clock.now()],
  )
  return true
}

/** The closes of its markets before a day, by day, oldest first: from generated history on a simulated market, else from what was stored. */
async function candlesOf({ board }: AppContext['market'], rule: QuantFundRule, before: string): Promise<MarketClosesOfServerDay[]> {
  const wanted = backTestDays + fundRuleClosesNeeded(rule) * 2
  const byDay = new Map<string, Record<string, Decimal>>()
  for (const { symbol } of rule.assets) {
    for (const [openMs, , , , close] of await board.candles(symbol, '1d', wanted, startOfServerDay(before))) {
      const day = serverDayAt(openMs)
      byDay.set(day, { ...byDay.get(day), [symbol]: close })
    }
  }
  return [...byDay].map(([day, closes]) => ({ day, closes })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
