import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { payDueTeamIncomes } from './pay.ts'
import { recordDueTeamRebates } from './computeDays.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 30_000

/** The share of every day's fees, after the day. What is due stands in tables: a server that dies loses nothing. */
export function startTeamRebateJobs(app: AppContext): () => Promise<void> {
  return startRepeatingJob('team incomes', pollIntervalMs, () => runDueTeamRebateJobs(app)).stop
}

/** Everything that is due now. */
export async function runDueTeamRebateJobs(app: AppContext): Promise<void> {
  try {
    await recordDueTeamRebates(app)
    await payDueTeamIncomes(app)
  } catch (error) {
    log.error('team income could not be worked out', error)
  }
}
