import { book as books } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { Market } from '#market/market.ts'
import { add, compare, isPositive, multiply, q8, subtract, zero } from '#rules/decimal.ts'
import { debtOf } from '../debt.ts'
import type { House } from '../house.ts'
import { heldIn, type OwnBook } from '../ownBook.ts'
import { usdtValue, worthOf } from '../worth.ts'
import type { Priced } from './order.ts'
import { liveOf } from './position.ts'
import { openPositionsOf, pendingOf } from './store.ts'

/** A person's open contracts in one book may be worth at most this many times what the person has there (product §2.4). */
const mostExposure = '50'

/**
 * Refuses userExposure when open and pending notional with this order exceeds 50 × net assets (product §2.1, §2.4): all buckets and the
 * unrealised profit by the newest prices, less what is owed on loans. What has no price counts as nothing, a position without one with its
 * margin alone. Refuses symbolExposure when more than the market's largest order would be open or pending in it, long and short together.
 */
export async function refuseExposure(
  { market, clock }: Pick<House, 'market' | 'clock'>,
  sql: Sql,
  own: OwnBook,
  { spec, quantity, cost }: Pick<Priced, 'spec' | 'quantity' | 'cost'>,
): Promise<void> {
  const open = await openPositionsOf(sql, own)
  const lives = open.map((row) => liveOf(row, market)).filter((live) => live !== undefined)
  const owned = subtract(await heldOf(sql, market, own), await owedOf(sql, own, clock.now()))
  const assets = lives.reduce((sum, live) => add(sum, live.profit), owned)
  const pending = await pendingOf(sql, own)
  const waiting = pending.reduce((sum, row) => add(sum, multiply(row.margin, String(row.lever))), cost.notional)
  const notional = lives.reduce((sum, live) => add(sum, live.notional), waiting)
  const most = isPositive(assets) ? multiply(assets, mostExposure) : zero
  if (compare(notional, most) > 0) throw new Refusal('userExposure', { max: q8(most) })
  const here = [...open, ...pending].filter(({ symbol }) => symbol === spec.symbol).reduce((sum, row) => add(sum, row.quantity), quantity)
  if (compare(here, spec.maxQty) > 0) throw new Refusal('symbolExposure', { max: `${spec.maxQty} ${spec.base}` })
}

/** All that the person holds in this book, in USDT. */
async function heldOf(sql: Sql, market: Market, own: OwnBook): Promise<Decimal> {
  const balances = await heldIn(sql, own)
  return balances.reduce((sum, { currency, amount }) => {
    const worth = worthOf(market, currency)
    return worth ? add(sum, usdtValue(amount, worth)) : sum
  }, zero)
}

/** Loans are of the REAL book. */
const owedOf = async (sql: Sql, { userId, book }: OwnBook, nowMs: number): Promise<Decimal> =>
  book === books.real ? (await debtOf(sql, userId, nowMs)).total : zero
