import { asInstant, type Instant, instantToWireTime, serverDayAt } from '#contract/time.ts'
import { type Database, type Sql, sqlState } from '#db/database.ts'
import type { Clock } from '../../core/clock.ts'
import { log, type LogError } from '../../core/log.ts'
import { startRepeatingJob } from '../../core/schedule.ts'
import {
  beginLedgerCheckReplacingOpen,
  findOrBeginNightlyLedgerCheck,
  endLedgerCheckIfDone,
  type EndedLedgerCheck,
  isPastLedgerCheckHorizon,
  recordViolationsAndHaltLedger,
  saveLedgerCheckPieceProgress,
  readNewestEndedLedgerCheck,
  readOpenLedgerCheck,
  type OpenLedgerCheck,
  type LedgerCheckPieceProgress,
  readLedgerCheckPieceProgress,
  halveLedgerCheckPieceSize,
  tryLockLedgerCheck,
} from './checkStore.ts'
import { ledgerCheckPieces, type LedgerCheckPiece } from './pieces.ts'
import { runLedgerCheckQuery } from './invariantQuery.ts'

export interface LedgerCheckDeps {
  db: Database
  clock: Clock
}

/** From 02:00 on the UTC+8 wall clock, before settled orders are computed again; a night that was slept through is caught up in the day. */
const beginHour = 2
const pollIntervalMs = 5 * 60_000
const nightMs = 3 * 3_600_000
const turnAgainMs = 200
const timedOut = '57014'

/** Checks the ledger every night, and goes on with a check that another server left (docs/rules/ledger.md). Gives back how to stop. */
export function startLedgerCheckJobs(app: LedgerCheckDeps): () => Promise<void> {
  const work = (isStopped: () => boolean) => runDueLedgerCheck(app, isStopped)
  return startRepeatingJob('the ledger checked', pollIntervalMs, work, { deadlineMs: nightMs }).stop
}

/** This night's check as far as it comes: begun, or gone on with, by whoever has the turn. */
export async function runDueLedgerCheck(
  app: LedgerCheckDeps,
  isStopped: () => boolean = () => false,
  report: LogError = log.error,
): Promise<void> {
  const now = asInstant(app.clock.now())
  const isNight = Number(instantToWireTime(now).slice(11, 13)) >= beginHour
  const check = await app.db.transaction(async (sql) => {
    if (!(await tryLockLedgerCheck(sql))) return undefined
    return isNight ? findOrBeginNightlyLedgerCheck(sql, serverDayAt(now), now) : readOpenLedgerCheck(sql)
  })
  if (check) await goOn(app, check, isStopped, report)
}

/** Reads the whole ledger now and gives what came out; waits for its turn where a server is at a check. Throws when a piece could not be read. */
export async function checkLedgerNow(app: LedgerCheckDeps): Promise<EndedLedgerCheck> {
  const begin = (): Promise<OpenLedgerCheck | undefined> =>
    app.db.transaction(async (sql) =>
      (await tryLockLedgerCheck(sql))
        ? beginLedgerCheckReplacingOpen(sql, { day: null, isWhole: true }, asInstant(app.clock.now()))
        : undefined,
    )
  const check = await untilGiven(begin)
  let failure: unknown
  return untilGiven(async () => {
    await goOn(
      app,
      check,
      () => false,
      (_, error) => {
        failure = error
      },
    )
    if (failure !== undefined) throw failure
    const ended = await readNewestEndedLedgerCheck(app.db)
    return ended && BigInt(ended.id) >= BigInt(check.id) ? ended : undefined
  })
}

async function untilGiven<T>(give: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const given = await give()
    if (given !== undefined) return given
    await new Promise((resolve) => setTimeout(resolve, turnAgainMs))
  }
}

/** All pieces, each by itself: one that fails is told to the log and tried again with the next run. */
async function goOn(app: LedgerCheckDeps, check: OpenLedgerCheck, isStopped: () => boolean, report: LogError): Promise<void> {
  if (!(await isPastLedgerCheckHorizon(app.db, check.id))) return
  for (const piece of ledgerCheckPieces) {
    try {
      if ((await readOut(app, check, piece, isStopped)) === 'left') return
    } catch (error) {
      report(`the ledger could not be checked: ${piece.name}`, error)
    }
  }
  await endLedgerCheckIfDone(app.db, check.id, asInstant(app.clock.now()))
}

/** One piece to its end, in steps that the database has time for: half as much at once after one that took too long. */
async function readOut(
  app: LedgerCheckDeps,
  check: OpenLedgerCheck,
  piece: LedgerCheckPiece,
  isStopped: () => boolean,
): Promise<'done' | 'left'> {
  for (;;) {
    if (isStopped()) return 'left'
    const progress = await readLedgerCheckPieceProgress(app.db, check.id, piece.name)
    if (!progress) return 'done'
    try {
      if (!(await step(app, check, piece))) return 'left'
    } catch (error) {
      if (sqlState(error) !== timedOut || progress.size === 1) throw error
      await halveLedgerCheckPieceSize(app.db, check.id, piece.name)
    }
  }
}

/** The next keys of a piece and how far it came, in one transaction. False while another server has the turn. */
function step({ db, clock }: LedgerCheckDeps, check: OpenLedgerCheck, piece: LedgerCheckPiece): Promise<boolean> {
  return db.transaction(async (sql) => {
    // Every statement of a step sees the same ledger: what moves meanwhile is no difference.
    await sql.query('set transaction isolation level repeatable read')
    if (!(await tryLockLedgerCheck(sql))) return false
    const progress = await readLedgerCheckPieceProgress(sql, check.id, piece.name)
    if (!progress) return true
    await readKeys(sql, check, piece, progress, asInstant(clock.now()))
    return true
  })
}

async function readKeys(
  sql: Sql,
  { id, sinceDay }: OpenLedgerCheck,
  { name, size: _, ...piece }: LedgerCheckPiece,
  { done_to, end_at, size }: LedgerCheckPieceProgress,
  now: Instant,
): Promise<void> {
  const all = { after: done_to, upTo: end_at, sinceDay }
  const [next] = piece.keys
    ? await runLedgerCheckQuery<{ last: string | null; count: string }>(
        sql,
        `select max(key) as last, count(*) as count from (${piece.keys(all, size)}) k`,
      )
    : []
  const last = next?.last ?? undefined
  if (last !== undefined || !piece.keys) {
    const found = await piece.check(sql, { ...all, upTo: last ?? end_at }, size)
    for (const violation of found) log.error('the ledger does not hold', violation)
    await recordViolationsAndHaltLedger(sql, id, found, now)
  }
  const count = Number(next?.count ?? 0)
  // A new key ends where the check does, though nothing may stand there: the next one begins behind it.
  const isThrough = count < size
  await saveLedgerCheckPieceProgress(sql, name, {
    doneTo: last !== undefined && !isThrough ? last : piece.reading === 'new' ? end_at : (last ?? done_to),
    count,
    isThrough,
  })
}
