import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { ledgerDayNumber } from '#ledger/recordCounts.ts'
import { readRecordedPriceAtOrBefore } from '#market/record/recordedPrices.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { isUsdtPar, possibleUsdtSymbolsOf, usdtValue, usdtPriceOf } from '../risk/usdtPrice.ts'
import type { WalletAccountKey } from './holdings.ts'

const { deposit, withdrawPaid, withdrawRefund, levelBonus, envelope, teamIncome, taskReward, prize, demoReset, adjustment } =
  balanceRecordType
/**
 * What comes in and goes out without being profit: deposits, withdrawals, vouchers and rewards, bonuses, envelopes, invitations, prizes, the demo
 * account's fund, and what staff correct. Fees, funding, interest and incomes are profit or loss.
 */
const flowTypes: readonly number[] = [
  deposit,
  withdrawPaid,
  withdrawRefund,
  levelBonus,
  envelope,
  teamIncome,
  taskReward,
  prize,
  demoReset,
  adjustment,
]
/** A withdrawal's fee is a cost; only what arrives is a flow. */
const withFee: readonly number[] = [withdrawPaid, withdrawRefund]
/** A price of a flow's second may be this much older: a market that is closed has none. */
const oldestSeconds = 3 * 86_400

/** The net flows of an account since 00:00 UTC+8 of a day, in USDT, each at the price of its second. */
export async function netAccountFlowsUsdtSince(
  app: AppContext,
  sql: Sql,
  { userId, accountType }: WalletAccountKey,
  dayStartMs: number,
): Promise<Decimal> {
  const days = await sql.query<{ currency: string; type: number; amount: Decimal; first: string; last: string }>(
    `select currency, type, sum(amount) as amount, min(first_id) as first, max(last_id) as last from leg_day
     where user_id = $1 and book = $2 and day >= $3 and type = any($4::smallint[]) group by currency, type`,
    [userId, accountType, ledgerDayNumber(dayStartMs), [...flowTypes]],
  )
  let total: Decimal = zero
  for (const { currency, type, amount, first, last } of days) {
    if (isUsdtPar(currency) && !withFee.includes(type)) {
      total = add(total, amount)
      continue
    }
    for (const flow of await flowsBetween(sql, { userId, accountType, currency, type, first, last, dayStartMs }))
      total = add(total, await valueThen(app, sql, currency, flow))
  }
  return q8(total)
}

interface Flow {
  amount: Decimal
  at_ms: string
}

/** Each posting by itself, with the fee that was part of what left. The ids come from the counts of the days, so the index finds them. */
const flowsBetween = (
  sql: Sql,
  query: WalletAccountKey & { currency: string; type: number; first: string; last: string; dayStartMs: number },
): Promise<Flow[]> =>
  sql.query<Flow>(
    `select own.at_ms, own.amount + coalesce((
         select sum(fee.amount) from leg fee where fee.posting_id = own.posting_id and fee.user_id is null and fee.currency = $3
           and fee.bucket in ('NETFEE', 'FEE')), 0) as amount
     from (
       select posting_id, min(at_ms) as at_ms, sum(amount) as amount from leg
       where user_id = $1 and book = $2 and currency = $3 and type = $4 and id between $5 and $6 and at_ms >= $7 group by posting_id
     ) own where own.amount <> 0`,
    [query.userId, query.accountType, query.currency, query.type, query.first, query.last, query.dayStartMs],
  )

async function valueThen({ market }: AppContext, sql: Sql, currency: string, { amount, at_ms }: Flow): Promise<Decimal> {
  if (isUsdtPar(currency)) return q8(amount)
  const sec = Math.floor(Number(at_ms) / 1000)
  const then = new Map<string, { mid: Decimal; sec: number; atMs: number; stale: boolean }>()
  for (const symbol of possibleUsdtSymbolsOf(currency)) {
    if (!market.spec(symbol)) continue
    const found = await readRecordedPriceAtOrBefore(sql, market.feed, symbol, sec, oldestSeconds)
    if (found) then.set(symbol, { mid: found.price, sec: found.sec, atMs: found.sec * 1000, stale: false })
    if (found) break
  }
  const usdtPrice = usdtPriceOf(
    { spec: market.spec, conversion: market.conversion, quote: (symbol) => then.get(symbol) ?? market.quote(symbol) },
    currency,
  )
  return usdtPrice ? usdtValue(amount, usdtPrice) : q8(zero)
}
