import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { balancesOf, type Book } from '#ledger/ledger.ts'
import type { Market } from '#market/market.ts'
import { sumOf } from '#rules/balance.ts'
import { add, compare, isPositive, multiply, q8, zero } from '#rules/decimal.ts'
import { settleCurrency } from './legs.ts'
import type { Priced } from './order.ts'
import { liveOf } from './position.ts'
import { openPositionsOf, pendingOf } from './store.ts'

/** A person's open contracts may be worth at most this many times what the person has (product §2.4). */
const mostExposure = '50'

/**
 * Refuses userExposure when open and pending notional with this order exceeds 50 × net assets: all USDT buckets plus unrealised profit, both
 * by the newest marks; positions without a price count with their margin alone. Refuses symbolExposure when more than the market's largest
 * order would be open or pending in it, long and short together.
 */
export async function refuseExposure(
  sql: Sql,
  market: Market,
  userId: string,
  book: Book,
  { spec, quantity, cost }: Pick<Priced, 'spec' | 'quantity' | 'cost'>,
): Promise<void> {
  const balances = await balancesOf(sql, userId, book)
  const open = await openPositionsOf(sql, userId, book)
  const lives = open.map((row) => liveOf(row, market)).filter((live) => live !== undefined)
  const held = sumOf(balances.filter((balance) => balance.currency === settleCurrency))
  const assets = lives.reduce((sum, live) => add(sum, live.profit), held)
  const pending = await pendingOf(sql, userId, book)
  const waiting = pending.reduce((sum, row) => add(sum, multiply(row.margin, String(row.lever))), cost.notional)
  const notional = lives.reduce((sum, live) => add(sum, live.notional), waiting)
  const most = isPositive(assets) ? multiply(assets, mostExposure) : zero
  if (compare(notional, most) > 0) throw new Refusal('userExposure', { max: q8(most) })
  const here = [...open, ...pending].filter(({ symbol }) => symbol === spec.symbol).reduce((sum, row) => add(sum, row.quantity), quantity)
  if (compare(here, spec.maxQty) > 0) throw new Refusal('symbolExposure', { max: `${spec.maxQty} ${spec.base}` })
}
