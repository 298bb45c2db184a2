import { accountTypes } from '#contract/constants.ts'
import { competitionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { CompetitionClosingMark, CompetitionEntryOrdersCloser } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { closeOutCompetitionEntry } from './close.ts'
import { readCompetitionClosingMarks } from './marks.ts'
import type { CompetitionRow, CompetitionEntryRow } from './rows.ts'
import { lockRunningCompetitionEntry } from './store.ts'
import { transactionWithEffects } from '../core/transactions.ts'

/** Charges of moments before the end are made first, unless nobody makes them. */
const chargePatienceMs = 10 * 60_000
const atOnce = 200
const lanes = 4

type Waiting = Pick<CompetitionEntryRow, 'id' | 'wallet_id'>

/** Competitions that are over by the clock and whose table does not stand yet. */
export const endedUnfinalizedCompetitions = (sql: Sql, nowMs: number): Promise<CompetitionRow[]> =>
  sql.query<CompetitionRow>('select * from competition where final_ms is null and end_ms <= $1 order by end_ms, id', [nowMs])

/** Closes every entry of a competition at its fixed prices, each in a transaction of its own. True once none is left. */
export async function closeOutCompetitionEntries(
  app: AppContext,
  end: CompetitionEntryOrdersCloser,
  competition: CompetitionRow,
  isStopped: () => boolean = () => false,
): Promise<boolean> {
  const marks = await readCompetitionClosingMarks(app, app.db, competition.id)
  const markOf = (symbol: string) => marks.get(symbol)
  for (let afterId = '0'; !isStopped(); ) {
    const rows = await app.db.query<Waiting>(
      'select id, wallet_id from competition_entry where competition_id = $1 and status = 1 and id > $2 order by id limit $3',
      [competition.id, afterId, atOnce],
    )
    const waiting = [...rows]
    const serve = async () => {
      for (let standing = waiting.shift(); standing; standing = waiting.shift()) await closeOne(app, end, competition, standing, markOf)
    }
    await Promise.all(Array.from({ length: Math.min(lanes, rows.length) }, serve))
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) break
    afterId = last.id
  }
  const left = await app.db.query('select from competition_entry where competition_id = $1 and status = 1 limit 1', [competition.id])
  return left.length === 0
}

/** A failure is logged and leaves the entry as it was: the next look asks again. */
async function closeOne(
  app: AppContext,
  end: CompetitionEntryOrdersCloser,
  competition: CompetitionRow,
  { id, wallet_id }: Waiting,
  markOf: (symbol: string) => CompetitionClosingMark | undefined,
): Promise<void> {
  try {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      await lockWallet(sql, wallet_id, accountTypes.competition)
      const row = await lockRunningCompetitionEntry(sql, id)
      if (!row || (await waitsForCharge(app, sql, id, competition))) return
      // Whoever was taken out is not in the table.
      const status = row.out_reason === null ? competitionStatus.ended : competitionStatus.exited
      await closeOutCompetitionEntry(app, end, row, status, { sql, afterCommit }, markOf)
    })
  } catch (error) {
    log.error(`the competition entry ${id} could not be closed`, error)
    return
  }
}

/** Funding and overnight of moments before the end belong to the result. */
async function waitsForCharge({ clock }: AppContext, sql: Sql, entryId: string, { end_ms }: CompetitionRow): Promise<boolean> {
  if (clock.now() > Number(end_ms) + chargePatienceMs) return false
  const due = await sql.query('select from position where entry_id = $1 and status = 1 and next_due_sec * 1000 < $2 limit 1', [
    entryId,
    end_ms,
  ])
  return due.length > 0
}

/**
 * Those whom staff took out while it runs: what they hold is closed, and they are not in the table any more. A failure is logged, holds up
 * nobody else, and the next look asks again.
 */
export async function closeOutDisqualifiedCompetitionEntries(app: AppContext, end: CompetitionEntryOrdersCloser): Promise<void> {
  for (let afterId = '0'; ; ) {
    const rows = await app.db.query<Waiting>(
      'select id, wallet_id from competition_entry where status = 1 and out_reason is not null and id > $1 order by id limit $2',
      [afterId, atOnce],
    )
    for (const standing of rows) {
      await closeOneOut(app, end, standing).catch((error: unknown) =>
        log.error(`the competition entry ${standing.id}, which was taken out, could not be closed`, error),
      )
    }
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    afterId = last.id
  }
}

async function closeOneOut(app: AppContext, end: CompetitionEntryOrdersCloser, { id, wallet_id }: Waiting): Promise<void> {
  await transactionWithEffects(app.db, async (sql, afterCommit) => {
    await lockWallet(sql, wallet_id, accountTypes.competition)
    const row = await lockRunningCompetitionEntry(sql, id)
    if (!row || row.out_reason === null) return
    const [over] = await sql.query('select from competition where id = $1 and end_ms <= $2', [row.competition_id, app.clock.now()])
    // Then it closes with all others, at the last prices.
    if (over) return
    await closeOutCompetitionEntry(app, end, row, competitionStatus.exited, { sql, afterCommit })
  })
}
