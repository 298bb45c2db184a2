import { book } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { House } from '../house.ts'
import { writeNotices } from '../notice.ts'
import { linkOf } from './link.ts'
import type { EntryRow, OutReason } from './rows.ts'
import { competitionOf, entriesOf } from './store.ts'
import { tellEntry } from './tellEntry.ts'

const noticeOf = { self_crossing: 'competitionSelfCrossing', many_accounts: 'competitionManyAccounts' } as const

/** Why somebody cannot be taken out. */
export type NotTakenOut = 'unknown' | 'notIn' | 'final' | 'already'

/**
 * Takes somebody out of a competition, for good and with a reason that everybody reads, until its table stands. Nothing can be opened from here
 * on; what is open is closed by the server within seconds.
 */
export async function takeOut(
  house: House,
  sql: Sql,
  { competitionId, userId, reason, note }: { competitionId: string; userId: string; reason: OutReason; note: string },
  afterCommit: (effect: () => void) => void,
): Promise<EntryRow | NotTakenOut> {
  const competition = await competitionOf(sql, competitionId)
  if (!competition) return 'unknown'
  const [seen] = await entriesOf(sql, userId, [competitionId])
  if (!seen) return 'notIn'
  await lockWallet(sql, seen.wallet_id, book.contest)
  const own = (await entriesOf(sql, userId, [competitionId]))[0] ?? seen
  if (own.out_reason !== null) return 'already'
  const [row] = await sql.query<EntryRow>(
    `update competition_entry e set out_reason = $2, out_note = $3, out_ms = $4
     where e.id = $1 and e.out_reason is null and exists (select from competition where id = e.competition_id and final_ms is null)
     returning e.*`,
    [own.id, reason, note, house.clock.now()],
  )
  if (!row) return 'final'
  const params = { name: competition.name, series: competition.series }
  await writeNotices(
    house,
    sql,
    [{ userId, type: 'task', kind: noticeOf[reason], params, link: linkOf(competitionId), refType: 'competition', refId: own.id }],
    afterCommit,
  )
  await tellEntry(house, sql, row, afterCommit)
  return row
}
