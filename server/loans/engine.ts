import { serverDayAt } from '#contract/time.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { prescreenLoanApplications, payOutPassedLoans } from './decide.ts'
import { liquidateLoansOnRecord } from './liquidate.ts'
import { collectOverdueLoans, markOverdueLoans, updateLoanTriggerPrices, sendLoanTermReminders, sendOverdueLoanNotices } from './overdue.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 1_000
/** What changes by the day is looked at when a day begins, and again so often. */
const againMs = 60_000

/** What one server remembers between two looks, so that nothing is read for nothing. */
export interface LoanPollState {
  day?: string
  atMs?: number
}

/** Calls and sales on each record; reviews, ends, notices and debits when they are due. What is due stands in the table: a server that dies loses nothing. */
export function startLoanJobs(app: AppContext): () => Promise<void> {
  const seen: LoanPollState = {}
  const unsubscribe = app.market.onRecord((record) => liquidateLoansOnRecord(app, record))
  const job = startRepeatingJob('loans', pollIntervalMs, () => runDueLoanJobs(app, seen))
  return async () => {
    unsubscribe()
    await job.stop()
  }
}

/** Everything that is due now. */
export async function runDueLoanJobs(app: AppContext, seen: LoanPollState = {}): Promise<void> {
  const step = (what: string, work: (of: AppContext) => Promise<void>): Promise<void> =>
    work(app).catch((error: unknown) => log.error(`${what} of loans could not be done`, error))
  await step('first looks', prescreenLoanApplications)
  await step('payouts', payOutPassedLoans)
  await step('ends', markOverdueLoans)
  const now = app.clock.now()
  const isDone = seen.day === serverDayAt(now) && seen.atMs !== undefined && now < seen.atMs + againMs
  if (isDone) return
  await step('prices', updateLoanTriggerPrices)
  await step('reminders', sendLoanTermReminders)
  await step('notices', sendOverdueLoanNotices)
  await step('debits', collectOverdueLoans)
  Object.assign(seen, { day: serverDayAt(now), atMs: now })
}
