import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import type { House } from '../house.ts'
import { onWire, type OptionRow } from './position.ts'
import { surfacesNow } from './surface.ts'

/** Tells the person's open streams, once it is safe, what became of options of one person and book, and the balances. */
export async function tell(house: House, sql: Sql, rows: readonly OptionRow[], afterCommit: (effect: () => void) => void): Promise<void> {
  const [first] = rows
  if (!first) return
  const surfaces = await surfacesNow(house, sql)
  for (const row of rows) {
    const d = onWire(house, row, surfaces)
    afterCommit(() => house.events.toUser({ userId: row.user_id, event: { t: 'position', d } }))
  }
  await tellBalances(house, sql, first.user_id, first.account_type as Book, afterCommit)
}
