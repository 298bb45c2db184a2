import { type Decimal } from '#contract/decimal.ts'
import { wireDay } from '#contract/time.ts'
import { newestRecordedSec } from '#market/recordedPrices.ts'
import { type ClosesOfDay, closesNeeded, type FundRule, fundThrough, newUnit, scaledTo } from '#rules/fund.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { feeRate, firstNav, ruleOf } from './quantNav.ts'
import type { ProductRow } from './rows.ts'

/** What is shown of the time before a fund began: 24 months (product §5.3). */
const backTestDays = 730

/**
 * Works out what the rules would have brought in the 24 months before the fund, from earlier candles, and writes it as a back-test: once, as
 * soon as there is a market. It ends at the first unit value. Nothing where there are too few candles.
 */
export async function writeBackTest({ db, market, clock }: House, product: ProductRow): Promise<boolean> {
  if ((await newestRecordedSec(db, market.feed)) === 0) return false
  const known = await db.query('select 1 from product_day where product_id = $1 limit 1', [product.id])
  if (known.length > 0) return true
  const rule = ruleOf(product)
  // On the day before it is on offer it begins.
  const begins = dayPlus(product.since_day, -1)
  const days = await candlesOf(market, rule, begins)
  if (days.length < closesNeeded(rule)) return true
  const navs = scaledTo(fundThrough(rule, feeRate(product), newUnit(firstNav(product)), days), firstNav(product))
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
async function candlesOf({ board }: House['market'], rule: FundRule, before: string): Promise<ClosesOfDay[]> {
  const wanted = backTestDays + closesNeeded(rule) * 2
  const byDay = new Map<string, Record<string, Decimal>>()
  for (const { symbol } of rule.assets) {
    for (const [openMs, , , , close] of await board.candles(symbol, '1d', wanted, startOfDay(before))) {
      const day = wireDay(openMs)
      byDay.set(day, { ...byDay.get(day), [symbol]: close })
    }
  }
  return [...byDay].map(([day, closes]) => ({ day, closes })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
