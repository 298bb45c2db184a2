import { serverDayAt } from '#contract/time.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import type { BatchAssetValuationReader } from '../risk/valuation.ts'
import { PriceUnavailableError } from './netAssets.ts'
import { payDueLevelGrants } from './pay.ts'
import { takeLevelSnapshots } from './snapshot.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 1_000
/** What a day brings is looked at when it begins, and again so often: what another server left, and what WELFARE could not pay. */
const againMs = 60_000
/** So long a snapshot waits for prices that are missing; then they count as nothing, as they do on the asset page. */
const patienceMs = 10 * 60_000

/** What one server remembers between two looks, so that nothing is read for nothing. */
export interface LevelPollState {
  day?: string
  atMs?: number
  /** Since when a snapshot waits for a price. */
  waitingMs?: number
}

/** Snapshots, levels, bonuses and Monday's envelopes, each at its time. What is due stands in tables: a server that dies loses nothing. */
export function startLevelJobs(app: AppContext, others: readonly BatchAssetValuationReader[]): () => Promise<void> {
  const seen: LevelPollState = {}
  return startRepeatingJob('levels', pollIntervalMs, () => runDueLevelJobs(app, others, seen)).stop
}

/** Everything that is due now. */
export async function runDueLevelJobs(
  app: AppContext,
  others: readonly BatchAssetValuationReader[],
  seen: LevelPollState = {},
): Promise<void> {
  const now = app.clock.now()
  if (seen.day === serverDayAt(now) && seen.atMs !== undefined && now < seen.atMs + againMs) return
  const isTaken = await takeAll(app, others, seen)
  try {
    if (!(await payDueLevelGrants(app))) log.error('WELFARE does not hold what is promised: bonuses and envelopes are paid once it does')
  } catch (error) {
    log.error('bonuses and envelopes could not be paid', error)
  }
  if (isTaken) Object.assign(seen, { day: serverDayAt(now), atMs: now })
}

/** False while a price is missing: it is tried again at once. */
async function takeAll(app: AppContext, others: readonly BatchAssetValuationReader[], seen: LevelPollState): Promise<boolean> {
  const now = app.clock.now()
  try {
    await takeLevelSnapshots(app, others, now - (seen.waitingMs ?? now) < patienceMs)
    delete seen.waitingMs
    return true
  } catch (error) {
    if (error instanceof PriceUnavailableError) {
      seen.waitingMs ??= now
      return false
    }
    log.error('the snapshot of levels could not be taken', error)
    return true
  }
}
