import type { Decimal } from '#contract/decimal.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { CompetitionRow, CompetitionEntryRow } from './rows.ts'

export async function competitionById(sql: Sql, id: string): Promise<CompetitionRow | undefined> {
  const [row] = await sql.query<CompetitionRow>('select * from competition where id = $1', [id])
  return row
}

/** One whose table is not final yet, also after its end, locked: only one server at a time brings it on. Undefined once it is final. */
export async function lockUnfinalizedCompetition(sql: Sql, id: string): Promise<CompetitionRow | undefined> {
  const [row] = await sql.query<CompetitionRow>('select * from competition where id = $1 and final_ms is null for no key update', [id])
  return row
}

/** A page: in progress first, then those to be started, soonest first, then those over, newest first. `status` is that of the clock. */
export async function competitionsPage(
  sql: Sql,
  { nowMs, status, limit, offset }: { nowMs: number; status: number | undefined; limit: number; offset: number },
): Promise<{ rows: CompetitionRow[]; total: number }> {
  const stated = `from (select *, case when $1::bigint < start_ms then 0 when $1::bigint < end_ms then 1 else -2 end as stage from competition) as c
    where $2::int is null or stage = $2`
  const values = [nowMs, status ?? null]
  const [counted] = await sql.query<{ total: string }>(`select count(*) as total ${stated}`, values)
  const rows = await sql.query<CompetitionRow>(
    `select * ${stated} order by case stage when 1 then 0 when 0 then 1 else 2 end, case when stage = -2 then -end_ms else start_ms end, id
     limit $3 offset $4`,
    [...values, limit, offset],
  )
  return { rows, total: Number(counted?.total ?? 0) }
}

/** How many are in the table of each, of those whose table does not stand yet. */
export async function countRankableCompetitionEntries(sql: Sql, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ competition_id: string; count: string }>(
    `select competition_id, count(*) as count from competition_entry
     where competition_id = any($1::text[]) and status in (1, -2) and out_reason is null group by 1`,
    [[...ids]],
  )
  return new Map(rows.map(({ competition_id, count }) => [competition_id, Number(count)]))
}

/** A person's entries in these, newest first. */
export const readUserCompetitionEntries = (sql: Sql, userId: string, competitionIds: readonly string[]): Promise<CompetitionEntryRow[]> =>
  sql.query<CompetitionEntryRow>('select * from competition_entry where user_id = $1 and competition_id = any($2) order by id desc', [
    userId,
    [...competitionIds],
  ])

export async function ownCompetitionEntriesPage(
  sql: Sql,
  userId: string,
  limit: number,
  offset: number,
): Promise<{ entries: CompetitionEntryRow[]; competitions: CompetitionRow[]; total: number }> {
  const [counted] = await sql.query<{ total: string }>('select count(*) as total from competition_entry where user_id = $1', [userId])
  const entries = await sql.query<CompetitionEntryRow>(
    'select * from competition_entry where user_id = $1 order by id desc limit $2 offset $3',
    [userId, limit, offset],
  )
  const competitions = await sql.query<CompetitionRow>('select * from competition where id = any($1::text[])', [
    entries.map(({ competition_id }) => competition_id),
  ])
  return { entries, competitions, total: Number(counted?.total ?? 0) }
}

/** Locks the row; its wallet must be locked before it. */
export async function lockRunningCompetitionEntry(sql: Sql, id: string): Promise<CompetitionEntryRow | undefined> {
  const [row] = await sql.query<CompetitionEntryRow>('select * from competition_entry where id = $1 and status = 1 for update', [id])
  return row
}

type NewEntry = Pick<CompetitionEntryRow, 'id' | 'wallet_id' | 'competition_id' | 'user_id' | 'fund' | 'day'> & { joined_ms: number }

/** False when the person takes part, or took part, in this one already. */
export async function tryInsertCompetitionEntry(sql: Sql, entry: NewEntry): Promise<boolean> {
  const added = await sql.query(
    `insert into competition_entry (id, competition_id, user_id, wallet_id, fund, joined_ms, day, day_equity, peak)
     values ($1, $2, $3, $4, $5, $6, $7, $5, $5) on conflict do nothing returning 1`,
    [entry.id, entry.competition_id, entry.user_id, entry.wallet_id, entry.fund, entry.joined_ms, entry.day],
  )
  return added.length > 0
}

interface Over {
  status: number
  left_ms: number
  equity: Decimal
  closed_trades: number
  peak: Decimal
  max_drawdown: Decimal
  day: string
  day_equity: Decimal
}

/** Takes part → over; gives nothing when it was over already. */
export async function markCompetitionEntryOver(sql: Sql, id: string, over: Over): Promise<CompetitionEntryRow | undefined> {
  const columns = Object.keys(over)
  const [row] = await sql.query<CompetitionEntryRow>(
    `update competition_entry set ${columns.map((column, n) => `${column} = $${n + 2}`).join(', ')} where id = $1 and status = 1 returning *`,
    [id, ...Object.values(over)],
  )
  return row
}

/**
 * What makes a position of an entry a trade: closed whole, by its person or by the market. A part that was closed out of one is not a
 * trade of its own, and what the end, or leaving, closes is none.
 */
export const competitionTradeSqlCondition = `status = ${positionStatus.closed} and part_of is null and close_reason <> ${closeReason.competition}`

/** How many trades an entry has. */
export async function countCompetitionEntryTrades(sql: Sql, entryId: string): Promise<number> {
  const [row] = await sql.query<{ count: string }>(
    `select count(*) as count from position where entry_id = $1 and ${competitionTradeSqlCondition}`,
    [entryId],
  )
  return Number(row?.count ?? 0)
}

/** The names of people as everybody may see them. */
export async function readNicknames(sql: Sql, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; nickname: string }>('select id, nickname from account where id = any($1::bigint[])', [
    [...userIds],
  ])
  return new Map(rows.map(({ id, nickname }) => [id, nickname]))
}

/** Those that staff took out of a competition, in that order. */
export const disqualifiedCompetitionEntries = (sql: Sql, competitionId: string): Promise<CompetitionEntryRow[]> =>
  sql.query<CompetitionEntryRow>(
    'select * from competition_entry where competition_id = $1 and out_reason is not null order by out_ms, id',
    [competitionId],
  )

/** Part of a table that stands. */
export const competitionFinalRanksPage = (sql: Sql, competitionId: string, limit: number, offset: number): Promise<CompetitionEntryRow[]> =>
  sql.query<CompetitionEntryRow>(
    'select * from competition_entry where competition_id = $1 and rank > $2 and rank <= $2 + $3 order by rank',
    [competitionId, offset, limit],
  )

export async function countCompetitionFinalRanks(sql: Sql, competitionId: string): Promise<number> {
  const [row] = await sql.query<{ most: number | null }>(
    'select max(rank) as most from competition_entry where competition_id = $1 and rank is not null',
    [competitionId],
  )
  return row?.most ?? 0
}
