import { addServerDays } from '#rules/serverDay.ts'
import { asInstant, type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { ledgerCheckPieces, type LedgerCheckPiece } from './pieces.ts'
import { minimumDay, type LedgerInvariantCode, type LedgerViolation } from './invariantQuery.ts'

// Any number that no other lock has: one server at a time works on a check.
const lockClass = 1201
/** Incomes are computed again while they are this young: one that comes late, after days without a server, is among them. */
const incomeDays = 30
/** So many keys of what was read before are read again each night, in each piece. */
const mostAgain = 200_000
/** So many keys of what is read in rounds, of each kind. */
const mostOfRound = 1_000_000
/** One that is broken everywhere is not written down line by line. */
const mostKept = 1_000

/** A check that is under way. */
export interface OpenLedgerCheck {
  id: string
  day: string | null
  sinceDay: string
}

/** How far one piece is. */
export interface LedgerCheckPieceProgress {
  done_to: string
  end_at: string
  size: number
  remaining: string | null
}

/** A check that ended. */
export interface EndedLedgerCheck {
  id: string
  beganAt: Instant
  endedAt: Instant
  holds: boolean
}

/** Why nothing opens and nothing is paid out now. */
export interface LedgerHalt {
  checkId: string
  since: Instant
}

/** Whether it is this transaction's turn; nobody else works on a check until it ends. */
export async function tryLockLedgerCheck(sql: Sql): Promise<boolean> {
  const [turn] = await sql.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1, 0) as mine', [lockClass])
  return turn?.mine === true
}

/** The newest check, while it is not over. */
export async function readOpenLedgerCheck(sql: Sql): Promise<OpenLedgerCheck | undefined> {
  const [row] = await sql.query<{ id: string; day: string | null; since_day: string; ended_ms: string | null }>(
    'select id, day, since_day, ended_ms from ledger_check order by id desc limit 1',
  )
  return row && row.ended_ms === null ? { id: row.id, day: row.day, sinceDay: row.since_day } : undefined
}

/** The check of a night, begun by whoever comes first, after the one that staff asked for; nothing once it is over. */
export async function findOrBeginNightlyLedgerCheck(sql: Sql, day: string, now: Instant): Promise<OpenLedgerCheck | undefined> {
  const open = await readOpenLedgerCheck(sql)
  const [begun] = await sql.query('select from ledger_check where day = $1', [day])
  return begun || open?.day === null ? open : beginLedgerCheckReplacingOpen(sql, { day, isWhole: false }, now)
}

/**
 * Begins a check in the place of one that is under way. It reads everything anew when told, and after one that found something, so that what is
 * broken is found again. The caller has the turn.
 */
export async function beginLedgerCheckReplacingOpen(
  sql: Sql,
  { day, isWhole }: { day: string | null; isWhole: boolean },
  now: Instant,
): Promise<OpenLedgerCheck> {
  const [last] = await sql.query<{ found: boolean }>(
    `select exists (select from ledger_violation v where v.check_id = c.id) as found from ledger_check c order by id desc limit 1`,
  )
  const readsAll = isWhole || !last || last.found
  const sinceDay = readsAll ? minimumDay : await firstIncomeDay(sql)
  const newest = await newestIds(sql)
  // After the newest ids were read: who got one of those has a transaction below this one.
  const [check] = await sql.query<{ id: string }>(
    `insert into ledger_check (day, is_whole, begun_ms, horizon, since_day)
     values ($1, $2, $3, pg_snapshot_xmax(pg_current_snapshot()), $4) returning id`,
    [day, readsAll, now, sinceDay],
  )
  if (!check) throw new Error('an insert gives its id')
  if (readsAll) {
    await sql.query('truncate ledger_checked_balance, ledger_checked_house')
    await sql.query('delete from ledger_check_piece')
  }
  for (const piece of ledgerCheckPieces) await beginPiece(sql, check.id, piece, { readsAll, newest })
  return { id: check.id, day, sinceDay }
}

type Newest = Record<'posting' | 'leg', string>

async function newestIds(sql: Sql): Promise<Newest> {
  const [row] = await sql.query<Newest>(
    'select coalesce((select max(id) from posting), 0) as posting, coalesce((select max(id) from leg), 0) as leg',
  )
  return row!
}

async function firstIncomeDay(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ begun_ms: string }>('select begun_ms from ledger_check where holds order by id desc limit 1')
  return row ? addServerDays(serverDayAt(Number(row.begun_ms)), -incomeDays) : minimumDay
}

/** Where a piece goes on: new keys behind the last that was read, rounds where they stopped or at the first. */
async function beginPiece(
  sql: Sql,
  checkId: string,
  { name, reading, size, newestOf }: LedgerCheckPiece,
  { readsAll, newest }: { readsAll: boolean; newest: Newest },
): Promise<void> {
  const everything = '9223372036854775807'
  const before = newestOf === 'posting' ? 'postings' : 'legs'
  const read = reading === 'again' ? `coalesce((select done_to from ledger_check_piece where name = '${before}'), 0)` : '$3::bigint'
  const end = reading === 'new' && newestOf ? newest[newestOf] : everything
  const most = readsAll || reading === 'new' || reading === 'whole' ? null : reading === 'again' ? mostAgain : mostOfRound
  await sql.query(
    `insert into ledger_check_piece as p (name, check_id, done_to, end_at, size, remaining)
     values ($1, $2, ${reading === 'new' || reading === 'again' ? '0' : '-9223372036854775808'}, least($3::bigint, ${read}), $4, $5)
     on conflict (name) do update set check_id = excluded.check_id, end_at = excluded.end_at, size = excluded.size,
       remaining = excluded.remaining, is_done = false, is_through = false,
       done_to = case when $6 = 'new' or ($6 <> 'whole' and not p.is_through) then p.done_to else excluded.done_to end`,
    [name, checkId, end, size, most, reading],
  )
}

/** How far a piece of this check is; nothing once it is done, or another check took its place. */
export async function readLedgerCheckPieceProgress(sql: Sql, checkId: string, name: string): Promise<LedgerCheckPieceProgress | undefined> {
  const [row] = await sql.query<LedgerCheckPieceProgress>(
    'select done_to, end_at, size, remaining from ledger_check_piece where check_id = $1 and name = $2 and not is_done',
    [checkId, name],
  )
  return row
}

/** Whether all are over that could still bring a posting below the newest one of when the check began. */
export async function isPastLedgerCheckHorizon(sql: Sql, checkId: string): Promise<boolean> {
  const rows = await sql.query('select from ledger_check where id = $1 and horizon <= pg_snapshot_xmin(pg_current_snapshot())', [checkId])
  return rows.length > 0
}

/** Writes down how far a piece came. `isThrough`: there are no more keys. */
export async function saveLedgerCheckPieceProgress(
  sql: Sql,
  name: string,
  { doneTo, count, isThrough }: { doneTo: string; count: number; isThrough: boolean },
): Promise<void> {
  await sql.query(
    `update ledger_check_piece set done_to = $2, remaining = remaining - $3, is_through = $4,
       is_done = $4 or coalesce(remaining - $3 <= 0, false) where name = $1`,
    [name, doneTo, count, isThrough],
  )
}

export const halveLedgerCheckPieceSize = (sql: Sql, checkId: string, name: string): Promise<unknown> =>
  sql.query('update ledger_check_piece set size = greatest(1, size / 2) where check_id = $1 and name = $2', [checkId, name])

/** Writes down what is broken, and stops what opens and what is paid out. */
export async function recordViolationsAndHaltLedger(
  sql: Sql,
  checkId: string,
  found: readonly LedgerViolation[],
  now: Instant,
): Promise<void> {
  if (found.length === 0) return
  await sql.query(
    `insert into ledger_violation (check_id, invariant, detail, found_ms)
     select $1, invariant, detail, $4 from unnest($2::text[], $3::text[]) f (invariant, detail)
     where (select count(*) from ledger_violation where check_id = $1) < ${mostKept}
     on conflict do nothing`,
    [checkId, found.map(({ invariant }) => invariant), found.map(({ detail }) => detail), now],
  )
  await sql.query(
    `insert into ledger_halt (check_id, since_ms) values ($1, $2)
     on conflict (is_halted) do update set check_id = excluded.check_id`,
    [checkId, now],
  )
}

/** Ends a check whose pieces are all done; nothing while one is not. */
export async function endLedgerCheckIfDone(sql: Sql, checkId: string, now: Instant): Promise<void> {
  await sql.query(
    `update ledger_check c set ended_ms = $2, holds = not exists (select from ledger_violation where check_id = $1)
     where id = $1 and ended_ms is null and not exists (select from ledger_check_piece where check_id = $1 and not is_done)
       and exists (select from ledger_check_piece where check_id = $1)`,
    [checkId, now],
  )
}

/** The newest check that ended; nothing before the first did. */
export async function readNewestEndedLedgerCheck(sql: Sql): Promise<EndedLedgerCheck | undefined> {
  const [row] = await sql.query<{ id: string; begun_ms: string; ended_ms: string; holds: boolean }>(
    'select id, begun_ms, ended_ms, holds from ledger_check where ended_ms is not null order by id desc limit 1',
  )
  if (!row) return undefined
  return { id: row.id, beganAt: asInstant(Number(row.begun_ms)), endedAt: asInstant(Number(row.ended_ms)), holds: row.holds }
}

/** What a check found, by invariant. */
export async function readLedgerViolations(sql: Sql, checkId: string): Promise<LedgerViolation[]> {
  return sql.query<{ invariant: LedgerInvariantCode; detail: string }>(
    'select invariant, detail from ledger_violation where check_id = $1 order by invariant, detail',
    [checkId],
  )
}

/** The halt that holds now. */
export async function readLedgerHalt(sql: Sql): Promise<LedgerHalt | undefined> {
  const [row] = await sql.query<{ check_id: string; since_ms: string }>('select check_id, since_ms from ledger_halt')
  return row && { checkId: row.check_id, since: asInstant(Number(row.since_ms)) }
}

/** Lifts the halt when the newest check that ended began after the one that found something, and holds. False, and nothing changed, otherwise. */
export async function tryLiftLedgerHalt(sql: Sql): Promise<boolean> {
  const rows = await sql.query(
    `delete from ledger_halt h
     using (select id, holds from ledger_check where ended_ms is not null order by id desc limit 1) c
     where c.holds and c.id > h.check_id returning 1`,
  )
  return rows.length > 0
}
