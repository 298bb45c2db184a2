import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { balancesOf, type Book } from '#ledger/ledger.ts'
import type { Market } from '#market/market.ts'
import { sumOf } from '#rules/balance.ts'
import { add, compare, isPositive, multiply, q8, zero } from '#rules/decimal.ts'
import { settleCurrency } from './legs.ts'
import { liveOf } from './position.ts'
import { openPositionsOf, pendingOf } from './store.ts'

/** A person's open contracts may be worth at most this many times what the person has (product §2.4). */
const mostExposure = '50'

/**
 * Refuses userExposure when open and pending notional + `more` exceeds 50 × net assets: all USDT buckets plus unrealised profit, both by the newest marks.
 * Positions without a price count with their margin alone.
 */
export async function refuseExposure(sql: Sql, market: Market, userId: string, book: Book, more: Decimal): Promise<void> {
  const balances = await balancesOf(sql, userId, book)
  const lives = (await openPositionsOf(sql, userId, book)).map((row) => liveOf(row, market)).filter((live) => live !== undefined)
  const held = sumOf(balances.filter((balance) => balance.currency === settleCurrency))
  const assets = lives.reduce((sum, live) => add(sum, live.profit), held)
  const pending = await pendingOf(sql, userId, book)
  const waiting = pending.reduce((sum, row) => add(sum, multiply(row.margin, String(row.lever))), more)
  const notional = lives.reduce((sum, live) => add(sum, live.notional), waiting)
  const most = isPositive(assets) ? multiply(assets, mostExposure) : zero
  if (compare(notional, most) > 0) throw new Refusal('userExposure', { max: q8(most) })
}
