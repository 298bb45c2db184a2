import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { competitionStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { UsdtConversion } from '#rules/quote.ts'
import type { CompetitionNameRow } from '../core/competitionNames.ts'
import { isRowId } from '../core/ids.ts'

/** Somebody's entry in a competition, a book of its own, and what the competition says about contracts in it (docs/rules/{environments,competitions}.md). */
interface Entry {
  id: string
  competition_id: string
  /** Whose money it is in the ledger: the entry's own, or the person's where it is from before each entry had its own. */
  wallet_id: string
  status: number
  joined_ms: string
  left_ms: string | null
  out_ms: string | null
  start_ms: string
  end_ms: string
  symbols: string[]
  max_lever: number
  series: string
  name: string
}

/**
 * The entry that a call means: the person's in this competition, over or not; where none is named the only one that runs.
 * Refuses notFound where the person has none in it, competitionNotOpen where none runs, validation where several do.
 */
export async function resolveCompetitionEntry(sql: Sql, userId: string, compId: string | undefined): Promise<Entry> {
  const rows = await sql.query<Entry>(
    `select e.id, e.competition_id, e.wallet_id, e.status, e.joined_ms, e.left_ms, e.out_ms, c.start_ms, c.end_ms, c.symbols, c.max_lever,
       c.series, c.name
     from competition_entry e join competition c on c.id = e.competition_id
     where e.user_id = $1 and case when $2::text is null then e.status = 1 else e.competition_id = $2 end`,
    [userId, compId ?? null],
  )
  if (rows.length > 1) throw new Refusal('validation', { field: 'compId', rule: 'one of your competitions' })
  const [row] = rows
  if (!row) throw new Refusal(compId === undefined ? 'competitionNotOpen' : 'notFound')
  return row
}

/**
 * Refuses what a person may not open in a competition now: it takes contracts on its markets, between its start and its end; exact with the
 * entry's wallet locked. Refuses notInCompetition, what `resolveCompetitionEntry` refuses, competitionNotOpen and leverageCap {max}.
 */
export async function assertCompetitionTradable(
  sql: Sql,
  userId: string,
  { product, symbols, compId, lever = 0 }: { product: string; symbols: readonly string[]; compId?: string | undefined; lever?: number },
  nowMs: number,
): Promise<void> {
  if (product !== 'contract') throw new Refusal('notInCompetition')
  const entry = await resolveCompetitionEntry(sql, userId, compId)
  const isOver = entry.status !== competitionStatus.running || entry.out_ms !== null
  if (isOver || nowMs < Number(entry.start_ms) || nowMs >= Number(entry.end_ms)) throw new Refusal('competitionNotOpen')
  if (!entry.symbols.includes(symbols[0] ?? '')) throw new Refusal('notInCompetition', { symbols: entry.symbols })
  if (lever > entry.max_lever) throw new Refusal('leverageCap', { max: entry.max_lever })
}

/**
 * Whether the competition of an entry was over by then: what is open in it closes at the prices of its end and at no others.
 * False without an entry, for what is in no competition.
 */
export async function isCompetitionOfEntryOver(sql: Sql, entryId: string | null, atMs: number): Promise<boolean> {
  if (entryId === null) return false
  const [row] = await sql.query<{ end_ms: string }>(
    'select c.end_ms from competition_entry e join competition c on c.id = e.competition_id where e.id = $1',
    [entryId],
  )
  return row !== undefined && atMs >= Number(row.end_ms)
}

/**
 * The competition that something of book 3 happened in, by what its postings refer to: a position, or the fund of an entry. Undefined for what
 * is in none.
 */
export async function findCompetitionOfLedgerRef(sql: Sql, refType: string, refId: string): Promise<CompetitionNameRow | undefined> {
  if (!isRowId(refId)) return undefined
  const [row] = await sql.query<CompetitionNameRow>(
    `select c.id, c.series, c.name from competition_entry e join competition c on c.id = e.competition_id
     where e.id = case $1 when 'competition' then $2::bigint when 'position' then (select entry_id from position where id = $2::bigint) end`,
    [refType, refId],
  )
  return row
}

/** A market's price at the end of a competition, and how its quote currency became USDT then. */
export interface CompetitionClosingMark {
  mid: Decimal
  sec: number
  conversion: UsdtConversion
}

/** What the trading module is given to end what a person holds in one competition: one transaction, the entry's wallet locked in it. */
interface ContestEnding {
  sql: Sql
  userId: string
  entryId: string
  at: Instant
  /** The price to close at; without one it is the newest there is, however old. */
  markOf(symbol: string): CompetitionClosingMark | undefined
  afterCommit(effect: () => void): void
}

/** Cancels what waits and closes what runs, by ordinary postings; all of the entry's book is available afterwards. */
export type CompetitionEntryOrdersCloser = (ending: ContestEnding) => Promise<void>
