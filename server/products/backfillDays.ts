import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { simFundingRate } from '#market/funding/fundingRate.ts'
import { deriveSimDaySeed } from '#market/sim/sim.ts'
import { getOrCreateSimSecret } from '#market/sim/simDays.ts'
import { arbitrageHostingDailyRate } from '#rules/earn/hosting.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { fundingInputSymbolOf } from '#market/record/inputs.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { ProductRow } from './rows.ts'

const days = 30
const fundingSeconds = 28_800

/**
 * On a simulated market: what the thirty days before a product would have been, from the generator that makes its market's earlier prices
 * too. Marked as worked out afterwards; in no average, in no order. Once for each product.
 */
export async function backfillSimulatedArbitrageDays(sql: Sql, products: readonly ProductRow[], nowMs: number): Promise<void> {
  const secret = await getOrCreateSimSecret(sql)
  for (const product of products) {
    const symbol = product.terms['symbol'] ?? ''
    const worked = Array.from({ length: days }, (_, n) => addServerDays(product.since_day, n - days)).map((day) => {
      const rates = ratesOf(secret, symbol, day)
      return {
        day,
        value: arbitrageHostingDailyRate(rates, (product.terms['share'] ?? '0') as Decimal, product.rate_max),
        inputs: rates.map((value) => ({ name: fundingInputSymbolOf(symbol), value, sec: null })),
      }
    })
    await sql.query(
      `insert into product_day (product_id, day, value, inputs, is_back_test, decided_ms)
       select $1, d.day, d.value, d.inputs, true, $2 from jsonb_to_recordset($3::jsonb) as d (day text, value numeric, inputs jsonb)
       on conflict do nothing`,
      [product.id, asInstant(nowMs), JSON.stringify(worked)],
    )
  }
}

function ratesOf(secret: Buffer, symbol: string, day: string): Decimal[] {
  const seed = deriveSimDaySeed(secret, day)
  return [0, 1, 2].map((n) => simFundingRate(seed, symbol, startOfServerDay(day) / 1000 + n * fundingSeconds))
}

/** Those of a type that have no such days yet. */
export const readProductsWithoutBackfilledDays = (sql: Sql, type: number): Promise<ProductRow[]> =>
  sql.query<ProductRow>(
    'select * from product p where type = $1 and not exists (select from product_day d where d.product_id = p.id and d.is_back_test)',
    [type],
  )
