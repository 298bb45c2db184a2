import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import type { House } from '../house.ts'
import { onWire, type SecondRow } from './order.ts'

type AfterCommit = (effect: () => void) => void

/** Tells the person's open streams, once it is safe, what became of an order. */
export function tellOrder(house: House, row: SecondRow, afterCommit: AfterCommit): void {
  const d = onWire(row, house.clock.now())
  afterCommit(() => house.events.toUser({ userId: row.user_id, event: { t: 'second', d } }))
}

/** The same for orders of one person and book that moved money, with the balances. */
export async function tellPaid(house: House, sql: Sql, rows: readonly SecondRow[], afterCommit: AfterCommit): Promise<void> {
  const [first] = rows
  if (!first) return
  for (const row of rows) tellOrder(house, row, afterCommit)
  await tellBalances(house, sql, first.user_id, first.account_type as Book, afterCommit)
}
