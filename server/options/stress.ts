import type { Decimal } from '#contract/decimal.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import type { MarketDataService } from '#market/market.ts'
import { add, compareDecimals, largerDecimal, multiply, subtract, zero } from '#rules/decimal.ts'
import { stressedOptionPayoff } from '#rules/option/option.ts'
import { optionMarkets } from '#rules/option/optionChain.ts'
import type { PricedOptionOrder } from './request.ts'

/**
 * What a book's open options would pay, in USDT, if each market moved by its stress (20 % crypto, 5 % metals), in the direction that costs
 * more (docs/rules/options.md). A market without a price stands at its reference level.
 */
export async function readOpenOptionsStressPayout(sql: Sql, market: MarketDataService, book: AccountType): Promise<Decimal> {
  const midOf = (symbol: string): Decimal => market.quote(symbol)?.mid ?? market.spec(symbol)?.ref ?? zero
  const [row] = await sql.query<{ usdt: Decimal }>(
    `with owed as (
       select symbol,
         sum(greatest(0, case cp when 'C' then high - strike else strike - high end) * quantity) as up,
         sum(greatest(0, case cp when 'C' then low - strike else strike - low end) * quantity) as down
       from option_position join unnest($2::text[], $3::numeric[], $4::numeric[]) as mark (symbol, high, low) using (symbol)
       where account_type = $1 and status in (1, 2) group by symbol)
     select coalesce(sum(greatest(up, down)), 0) as usdt from owed`,
    [
      book,
      optionMarkets.map(({ symbol }) => symbol),
      optionMarkets.map(({ symbol, stress }) => multiply(midOf(symbol), add('1', stress))),
      optionMarkets.map(({ symbol, stress }) => multiply(midOf(symbol), subtract('1', stress))),
    ],
  )
  if (!row) throw new Error('a sum gives one row')
  return row.usdt
}

const lockClass = 14

/**
 * What the reserve sets aside for this order: in DEMO, where it is issued, the stressed payout, so that it always covers; in REAL the premium,
 * and there the reserve must cover all open options with this one. Refuses houseCapacity. Takes turns in REAL until the transaction ends.
 */
export async function requireOptionReserveAmount(
  sql: Sql,
  market: MarketDataService,
  book: AccountType,
  priced: PricedOptionOrder,
  quantity: Decimal,
): Promise<Decimal> {
  const { name, terms, cost, quote } = priced
  const stressed = stressedOptionPayoff(name.cp, name.strike, quantity, quote.mid, terms.stress)
  if (book === accountTypes.demo) return largerDecimal(stressed, cost.premium)
  await sql.query('select pg_advisory_xact_lock($1, $2)', [lockClass, book])
  const owed = add(await readOpenOptionsStressPayout(sql, market, book), stressed)
  if (compareDecimals(add(await optionReserveBalance(sql, book), cost.premium), owed) < 0) throw new Refusal('houseCapacity')
  return cost.premium
}

/** What RESERVE_OPTION holds, in USDT. */
export async function optionReserveBalance(sql: Sql, book: AccountType): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>(
    `select coalesce(sum(amount), 0) as amount from leg where user_id is null and bucket = 'RESERVE_OPTION' and book = $1 and currency = 'USDT'`,
    [book],
  )
  return row?.amount ?? zero
}
