import { accountTypes } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { competitionLinkOf } from './link.ts'
import type { CompetitionEntryRow, CompetitionDisqualificationReason } from './rows.ts'
import { competitionById, readUserCompetitionEntries } from './store.ts'
import { notifyCompetitionEntryBalances } from './notifyEntry.ts'

const noticeOf = { self_crossing: 'competitionSelfCrossing', many_accounts: 'competitionManyAccounts' } as const

/** Why somebody cannot be taken out. */
export type CompetitionDisqualifyRefusal = 'unknown' | 'notIn' | 'final' | 'already'

/**
 * Takes somebody out of a competition, for good and with a reason that everybody reads, until its table stands. Nothing can be opened from here
 * on; what is open is closed by the server within seconds.
 */
export async function disqualifyCompetitionParticipant(
  app: AppContext,
  sql: Sql,
  {
    competitionId,
    userId,
    reason,
    note,
  }: { competitionId: string; userId: string; reason: CompetitionDisqualificationReason; note: string },
  afterCommit: (effect: () => void) => void,
): Promise<CompetitionEntryRow | CompetitionDisqualifyRefusal> {
  const competition = await competitionById(sql, competitionId)
  if (!competition) return 'unknown'
  const [seen] = await readUserCompetitionEntries(sql, userId, [competitionId])
  if (!seen) return 'notIn'
  await lockWallet(sql, seen.wallet_id, accountTypes.competition)
  const own = (await readUserCompetitionEntries(sql, userId, [competitionId]))[0] ?? seen
  if (own.out_reason !== null) return 'already'
  const [row] = await sql.query<CompetitionEntryRow>(
    `update competition_entry e set out_reason = $2, out_note = $3, out_ms = $4
     where e.id = $1 and e.out_reason is null and exists (select from competition where id = e.competition_id and final_ms is null)
     returning e.*`,
    [own.id, reason, note, app.clock.now()],
  )
  if (!row) return 'final'
  const params = { name: competition.name, series: competition.series }
  await writeNotices(
    app,
    sql,
    [
      {
        userId,
        type: 'task',
        kind: noticeOf[reason],
        params,
        link: competitionLinkOf(competitionId),
        refType: 'competition',
        refId: own.id,
      },
    ],
    afterCommit,
  )
  await notifyCompetitionEntryBalances(app, sql, row, afterCommit)
  return row
}
