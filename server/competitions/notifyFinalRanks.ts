import type { AppContext } from '../core/appContext.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { competitionLinkOf } from './link.ts'
import { transactionWithEffects } from '../core/transactions.ts'

const atOnce = 500

/** Tells everybody in a table that stands which place they have, each once. False when there was nobody left. */
export async function notifyCompetitionFinalRanks(app: AppContext): Promise<boolean> {
  const notifiedUsers = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    const rows = await sql.query<{
      id: string
      user_id: string
      rank: number
      competition_id: string
      name: string
      series: string
      participants: number
    }>(
      `with next as (
         select e.id from competition_entry e join competition c on c.id = e.competition_id
         where e.rank is not null and not e.is_told and e.user_id is not null and c.final_ms is not null
         order by e.competition_id, e.id limit $1 for update of e skip locked)
       update competition_entry e set is_told = true from next, competition c
       where e.id = next.id and c.id = e.competition_id returning e.id, e.user_id, e.rank, e.competition_id, c.name, c.series, c.participants`,
      [atOnce],
    )
    await writeNotices(
      app,
      sql,
      rows.map(({ id, user_id, rank, competition_id, name, series, participants }) => ({
        userId: user_id,
        type: 'task',
        kind: 'competitionEnded',
        params: { name, series, rank: String(rank), of: String(participants) },
        link: competitionLinkOf(competition_id),
        refType: 'competition',
        refId: id,
      })),
      afterCommit,
    )
    return rows.length
  })
  return notifiedUsers > 0
}
