import type { CompetitionEntryOrdersCloser } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { closeOutCompetitionEntries, closeOutDisqualifiedCompetitionEntries, endedUnfinalizedCompetitions } from './end.ts'
import { tryStoreCompetitionClosingMarks } from './marks.ts'
import { offerSandboxCompetitions } from './offer.ts'
import type { CompetitionRow } from './rows.ts'
import { getOrCreateCompetitionStandingsTracker } from './standings.ts'
import { tryFinalizeCompetition } from './finalizeCompetition.ts'
import { notifyCompetitionFinalRanks } from './notifyFinalRanks.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 1_000
/** Highest equities and falls are written down this often. */
const keepEveryMs = 15_000
/** What could not be finished is asked again after this long. */
const againMs = 60_000

/** What one server remembers between two looks. */
export interface CompetitionPollState {
  keptMs?: number
  /** When a competition that cannot be finished yet is asked again. */
  againMs: Map<string, number>
  /** The server stops: a long end is gone on with by another one, or at the next start. */
  isStopped?: boolean
}

/** Offers, ends and keeps competitions, each at its time. What is due stands in tables: a server that dies loses nothing. */
export function startCompetitionJobs(app: AppContext, end: CompetitionEntryOrdersCloser): () => Promise<void> {
  const seen: CompetitionPollState = { againMs: new Map() }
  // From the first record on.
  getOrCreateCompetitionStandingsTracker(app)
    .ready()
    .catch((error: unknown) => log.error('standings could not be read', error))
  const job = startRepeatingJob('competitions', pollIntervalMs, () => runDueCompetitionJobs(app, end, seen))
  return async () => {
    seen.isStopped = true
    await job.stop()
    // Whoever is asked to stop writes down what it alone knows.
    await getOrCreateCompetitionStandingsTracker(app)
      .persist(true)
      .catch(() => {})
  }
}

/** Everything that is due now. */
export async function runDueCompetitionJobs(
  app: AppContext,
  end: CompetitionEntryOrdersCloser,
  seen: CompetitionPollState = { againMs: new Map() },
): Promise<void> {
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => log.error(`${what} of competitions could not be done`, error))
  }
  const now = app.clock.now()
  const standings = getOrCreateCompetitionStandingsTracker(app)
  await step('standings', async () => {
    await standings.ready()
    if (seen.keptMs !== undefined && now - seen.keptMs < keepEveryMs) return
    seen.keptMs = now
    await standings.persist()
    await standings.forgetFinal()
  })
  await step('removals', () => closeOutDisqualifiedCompetitionEntries(app, end))
  await step('ends', () => endDue(app, end, seen))
  await step('offers', () => offerSandboxCompetitions(app))
}

async function endDue(app: AppContext, end: CompetitionEntryOrdersCloser, seen: CompetitionPollState): Promise<void> {
  const waiting = seen.againMs
  const now = app.clock.now()
  for (const competition of await endedUnfinalizedCompetitions(app.db, now)) {
    if (now < (waiting.get(competition.id) ?? 0)) continue
    // One that cannot end does not hold up the others.
    const isAgain = await endOne(app, end, competition, () => seen.isStopped === true).catch((error: unknown) => {
      log.error(`competition ${competition.id} could not be ended`, error)
      return true
    })
    if (isAgain) waiting.set(competition.id, now + againMs)
    else waiting.delete(competition.id)
  }
  while (!seen.isStopped && (await notifyCompetitionFinalRanks(app))) continue
}

/** True when it could not be finished, and is asked again later. */
async function endOne(
  app: AppContext,
  end: CompetitionEntryOrdersCloser,
  competition: CompetitionRow,
  isStopped: () => boolean,
): Promise<boolean> {
  if (competition.marked_ms === null && !(await tryStoreCompetitionClosingMarks(app, competition))) return false
  const isClosed = await closeOutCompetitionEntries(app, end, competition, isStopped)
  if (!isClosed || app.clock.now() < Number(competition.end_ms) + Number(competition.review_ms)) return false
  return !(await tryFinalizeCompetition(app, competition))
}
