import { book } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import type { House } from '../house.ts'
import type { EntryRow } from './rows.ts'

/** Tells the person's open streams, once the transaction is safe, what an entry's book holds; every server reads again how they stand. */
export const tellEntry = (
  house: House,
  sql: Sql,
  { user_id, wallet_id: walletId, competition_id: compId }: Pick<EntryRow, 'user_id' | 'wallet_id' | 'competition_id'>,
  afterCommit: (effect: () => void) => void,
): Promise<void> =>
  user_id === null ? Promise.resolve() : tellBalances(house, sql, user_id, book.contest, afterCommit, { walletId, compId })
