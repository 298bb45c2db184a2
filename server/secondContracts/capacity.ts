import { book as books } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { type Exposure, foldWhenMany, heldReserve, holdCover, refuseUncovered } from '#ledger/reserves.ts'
import { add, zero } from '#rules/decimal.ts'
import { payoutOf } from '#rules/secondContract.ts'
import type { House } from '../house.ts'
import type { Liabilities } from '../liabilities.ts'
import type { Asking } from '../http/handlers.ts'

interface Staked {
  money: Decimal
  odds: Decimal
}

/** All that open orders of this book would pay if every one of them won, and the same with this order (product §2.6). */
async function exposureWith(sql: Sql, book: Book, order: Staked): Promise<Exposure> {
  const [row] = await sql.query<{ owed: Decimal; reserve: Decimal | null; unfolded: string }>(
    `select coalesce(sum(quantity), 0) as owed, count(*) filter (where is_change) as unfolded,
       (select usdt from house_reserve where book = $1 and kind = 'second') as reserve
     from (select quantity, false as is_change from house_exposure where book = $1 and kind = 'second'
       union all select quantity, true from house_exposure_change where book = $1 and kind = 'second') as open`,
    [book],
  )
  if (!row) throw new Error('a sum gives one row')
  return {
    before: row.owed,
    after: add(row.owed, payoutOf(order)),
    // What the house holds is joined by the stake.
    reserve: row.reserve ?? add(await heldReserve(sql, book, 'second'), order.money),
    unfolded: Number(row.unfolded),
  }
}

/** Refuses houseCapacity where buying would: for the preview. */
export const refuseCapacity = (sql: Sql, book: Book, order: Staked): Promise<void> => refuseUncovered(() => exposureWith(sql, book, order))

/** Refuses houseCapacity when the reserve would not cover the payout of all open orders and this one. Call it right before the order is written. */
export async function holdCapacity(house: House, { sql, afterCommit }: Asking, book: Book, order: Staked): Promise<void> {
  const unfolded = await holdCover(sql, book, 'second', () => exposureWith(sql, book, order))
  afterCommit(() => foldWhenMany(house.db, unfolded))
}

/** All that open second contracts would pay if every one of them won, for the published reserves. */
export const secondLiabilities: Liabilities = async (sql) => {
  const { before } = await exposureWith(sql, books.real, { money: zero, odds: zero })
  return [{ account: 'RESERVE_SECOND', currency: 'USDT', amount: before }]
}
