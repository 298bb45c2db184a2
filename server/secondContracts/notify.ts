import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import type { AppContext } from '../core/appContext.ts'
import { encodeSecondContractOrder, type SecondContractOrderRow } from './order.ts'
import type { AfterCommit } from '../core/transactions.ts'

/** Tells the person's open streams, once it is safe, what became of an order. */
export function notifyStreamsOfSecondContractOrder(app: AppContext, row: SecondContractOrderRow, afterCommit: AfterCommit): void {
  const d = encodeSecondContractOrder(row, app.clock.now())
  afterCommit(() => app.events.toUser({ userId: row.user_id, event: { t: 'second', d } }))
}

/** The same for orders of one person and book that moved money, with the balances. */
export async function notifyStreamsOfSecondContractPayouts(
  app: AppContext,
  sql: Sql,
  rows: readonly SecondContractOrderRow[],
  afterCommit: AfterCommit,
): Promise<void> {
  const [first] = rows
  if (!first) return
  for (const row of rows) notifyStreamsOfSecondContractOrder(app, row, afterCommit)
  await notifyBalances(app, sql, first.user_id, first.account_type as AccountType, afterCommit)
}
