import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Conversion } from '#rules/quote.ts'

/** What a competition says about the contracts of those who take part (product §2.15). */
interface RunningEntry {
  id: string
  competition_id: string
  start_ms: string
  end_ms: string
  symbols: string[]
  max_lever: number
  out_ms: string | null
}

/** The competition that a person takes part in; exact with the wallet of the contest book locked. */
async function runningEntry(sql: Sql, userId: string): Promise<RunningEntry | undefined> {
  const [row] = await sql.query<RunningEntry>(
    `select e.id, e.competition_id, e.out_ms, c.start_ms, c.end_ms, c.symbols, c.max_lever
     from competition_entry e join competition c on c.id = e.competition_id where e.user_id = $1 and e.status = 1`,
    [userId],
  )
  return row
}

/**
 * Whether a person may open this in the contest book now: contracts on the competition's markets, between its start and its end.
 * Refuses notInCompetition, competitionNotOpen and leverageCap {max}.
 */
export async function refuseOutsideContest(
  sql: Sql,
  userId: string,
  { product, symbols, lever = 0 }: { product: string; symbols: readonly string[]; lever?: number },
  nowMs: number,
): Promise<void> {
  if (product !== 'contract') throw new Refusal('notInCompetition')
  const entry = await runningEntry(sql, userId)
  if (!entry || entry.out_ms !== null || nowMs < Number(entry.start_ms) || nowMs >= Number(entry.end_ms))
    throw new Refusal('competitionNotOpen')
  if (!entry.symbols.includes(symbols[0] ?? '')) throw new Refusal('notInCompetition', { symbols: entry.symbols })
  if (lever > entry.max_lever) throw new Refusal('leverageCap', { max: entry.max_lever })
}

/** The id of the competition that a person takes part in; undefined where there is none. */
export const competitionIn = async (sql: Sql, userId: string): Promise<string | undefined> =>
  (await runningEntry(sql, userId))?.competition_id

/** Whether the competition that a person takes part in was over by then: what is open there closes at the prices of its end and at no others. */
export async function isContestOver(sql: Sql, userId: string, atMs: number): Promise<boolean> {
  const entry = await runningEntry(sql, userId)
  return entry !== undefined && atMs >= Number(entry.end_ms)
}

/** From when to when a person took part in a competition; undefined where they never did. */
export async function entryTime(sql: Sql, userId: string, competitionId: string): Promise<{ fromMs: number; toMs: number } | undefined> {
  const [row] = await sql.query<{ from: string; to: string | null }>(
    'select joined_ms as from, left_ms as to from competition_entry where user_id = $1 and competition_id = $2',
    [userId, competitionId],
  )
  // Ids have room for forty-one bits of milliseconds.
  return row && { fromMs: Number(row.from), toMs: Number(row.to ?? 2 ** 41 - 2) }
}

/** A market's price at the end of a competition, and how its quote currency became USDT then. */
export interface ContestMark {
  mid: Decimal
  sec: number
  conversion: Conversion
}

/** What the trading room is given to end what a person holds in the contest book: one transaction, that book's wallet locked in it. */
interface ContestEnding {
  sql: Sql
  userId: string
  at: Instant
  /** The price to close at; without one it is the newest there is, however old. */
  markOf(symbol: string): ContestMark | undefined
  afterCommit(effect: () => void): void
}

/** Cancels what waits and closes what runs, by ordinary postings; all of the book is available afterwards. */
export type EndContest = (ending: ContestEnding) => Promise<void>
