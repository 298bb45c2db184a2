import type { AppContext } from '../core/appContext.ts'
import { tryWriteFairnessStats } from './stats.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 60_000
/** Numbers that could not be worked out are not tried at once: the reads are long. */
const againMs = 15 * 60_000

/** Works out the public numbers when a day begins, and at once where today has none. Several servers make them once. */
export function startFairnessStatsJobs(app: AppContext): () => Promise<void> {
  let notBeforeMs = 0
  const work = async (): Promise<void> => {
    if (app.clock.now() < notBeforeMs) return
    try {
      await tryWriteFairnessStats(app)
    } catch (error) {
      notBeforeMs = app.clock.now() + againMs
      throw error
    }
  }
  return startRepeatingJob('public numbers', pollIntervalMs, work, { isImmediate: true }).stop
}
