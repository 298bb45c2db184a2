import type { AppContext } from '../core/appContext.ts'
import type { DataExportSourceReaders } from './archive.ts'
import { runDataExports } from './exportWork.ts'
import { type EmergencyContactEraser, executeDueAccountDeletions, type DeletionRetryTimes } from './executeDeletions.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 2_000
/** A copy with many pictures takes minutes. */
const exportDeadlineMs = 3_600_000

/** Makes copies and forgets people, each when it is due. What is due stands in tables: a server that dies loses nothing. */
export function startDataRightsJobs(
  app: AppContext,
  exporters: DataExportSourceReaders,
  forgetContact: EmergencyContactEraser,
): () => Promise<void> {
  const failed: DeletionRetryTimes = new Map()
  // A long copy holds up nobody's deletion.
  const jobs = [
    startRepeatingJob('copies of personal data', pollIntervalMs, (isStopped) => runDataExports(app, exporters, isStopped), {
      deadlineMs: exportDeadlineMs,
    }),
    startRepeatingJob('deletions of accounts', pollIntervalMs, () => executeDueAccountDeletions(app, forgetContact, failed)),
  ]
  return async () => void (await Promise.all(jobs.map((job) => job.stop())))
}
