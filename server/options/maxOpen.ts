import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { countOpenOptions } from './store.ts'

/** Open options of one person and book. */
const mostOpen = 50

/** Refuses tooManyOpen {max}. Exact while the wallet is locked. */
export async function refuseTooManyOpenOptions(sql: Sql, userId: string, accountType: number): Promise<void> {
  if ((await countOpenOptions(sql, userId, accountType)) >= mostOpen) throw new Refusal('tooManyOpen', { max: mostOpen })
}
