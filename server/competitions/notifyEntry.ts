import { accountTypes } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CompetitionEntryRow } from './rows.ts'

/** Tells the person's open streams, once the transaction is safe, what an entry's book holds; every server reads again how they stand. */
export const notifyCompetitionEntryBalances = (
  app: AppContext,
  sql: Sql,
  { user_id, wallet_id: walletId, competition_id: compId }: Pick<CompetitionEntryRow, 'user_id' | 'wallet_id' | 'competition_id'>,
  afterCommit: (effect: () => void) => void,
): Promise<void> =>
  user_id === null ? Promise.resolve() : notifyBalances(app, sql, user_id, accountTypes.competition, afterCommit, { walletId, compId })
