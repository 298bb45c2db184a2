import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import {
  type ReserveExposure,
  foldReserveExposureWhenMany,
  sumReserveUsdtFromLegs,
  lockAndAssertReserveCovers,
  assertReserveCovers,
} from '#ledger/reserves.ts'
import { add, zero } from '#rules/decimal.ts'
import { secondContractWinPayout } from '#rules/second/secondContract.ts'
import type { AppContext } from '../core/appContext.ts'
import type { PlatformLiabilitiesReader } from '../risk/liabilities.ts'
import type { RequestContext } from '../core/handlers.ts'

interface Staked {
  money: Decimal
  odds: Decimal
}

/** All that open orders of this book would pay if every one of them won, and the same with this order (docs/rules/timed-contracts.md). */
async function exposureWith(sql: Sql, book: AccountType, order: Staked): Promise<ReserveExposure> {
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
    after: add(row.owed, secondContractWinPayout(order)),
    // What the house holds is joined by the stake.
    reserve: row.reserve ?? add(await sumReserveUsdtFromLegs(sql, book, 'second'), order.money),
    unfolded: Number(row.unfolded),
  }
}

/** Refuses houseCapacity where buying would: for the preview. */
export const assertSecondContractCapacity = (sql: Sql, book: AccountType, order: Staked): Promise<void> =>
  assertReserveCovers(() => exposureWith(sql, book, order))

/** Refuses houseCapacity when the reserve would not cover the payout of all open orders and this one. Call it right before the order is written. */
export async function lockAndAssertSecondContractCapacity(
  app: AppContext,
  { sql, afterCommit }: RequestContext,
  book: AccountType,
  order: Staked,
): Promise<void> {
  const unfolded = await lockAndAssertReserveCovers(sql, book, 'second', () => exposureWith(sql, book, order))
  afterCommit(() => foldReserveExposureWhenMany(app.db, unfolded))
}

/** All that open second contracts would pay if every one of them won, for the published reserves. */
export const readSecondContractLiabilities: PlatformLiabilitiesReader = async (sql) => {
  const { before } = await exposureWith(sql, accountTypes.real, { money: zero, odds: zero })
  return [{ account: 'RESERVE_SECOND', currency: 'USDT', amount: before }]
}
