import { sandboxReviewSeconds } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { log, type LogError } from '../core/log.ts'
import type { ReviewKindHandler, WaitingReview } from '../core/review.ts'
import { startRepeatingJob } from '../core/schedule.ts'
import { writeStaffLog } from './log.ts'
import { type AfterCommit, transactionWithEffects } from '../core/transactions.ts'

/** How long a case waits in the sandbox, so that a newcomer sees it wait. */
export const sandboxReviewDelayMs = sandboxReviewSeconds * 1000
/** The name under every decision that no human took. */
export const sandboxReviewerName = 'Sandbox reviewer'
// Whoever writes this word as a name or a remark, or asks for an amount that ends so, sees how a rejection looks: the help article
// how-cases-are-decided says so.
const rejectWord = /^(\w+: )?reject$/i
const rejectAmount = /^\d+\.4040*( [A-Z0-9]+)?$/

const everyMs = 1_000
const atOnce = 100
/** A case that could not be decided is tried again after this long. */
const againMs = 60_000

export interface SandboxReviewer {
  /** Decides what has waited long enough; the timer does the same. Gives how many. */
  step(): Promise<number>
  stop(): Promise<void>
}

const asksForRejection = ({ facts }: WaitingReview): boolean =>
  Object.values(facts).some((fact) => rejectWord.test(fact.trim()) || rejectAmount.test(fact.trim()))

/**
 * Decides every case of the sandbox some seconds after it came, so that everything can be seen to its end without staff. Approves, except
 * where the case asks for a rejection. One server at a time, one case in one transaction; never started in production.
 */
export function startSandboxReviewer(
  app: AppContext,
  kinds: readonly ReviewKindHandler[],
  report: LogError = log.error,
  pollIntervalMs = everyMs,
): SandboxReviewer {
  if (app.config.env !== 'sandbox') throw new Error('nothing decides by itself outside the sandbox')
  const by = { name: sandboxReviewerName, isAutomatic: true }
  const failedAt = new Map<string, number>()

  /** Not every reason of a kind fits every case of it: the first that does. */
  const reject = async (kind: ReviewKindHandler, { id }: WaitingReview, sql: Sql, after: AfterCommit): Promise<string> => {
    for (const reason of kind.reasons) {
      try {
        await kind.reject(sql, id, reason, by, app.clock.now(), after)
        return reason
      } catch (error) {
        if (!(error instanceof Refusal && error.refusal === 'validation')) throw error
      }
    }
    throw new Error(`no reason fits ${kind.kind} ${id}`)
  }

  const decide = async (kind: ReviewKindHandler, found: WaitingReview, sql: Sql, after: AfterCommit): Promise<void> => {
    const isNo = asksForRejection(found)
    const reason = isNo ? { reason: await reject(kind, found, sql, after) } : {}
    if (!isNo) await kind.approve(sql, found.id, by, app.clock.now(), after)
    const about = { kind: kind.kind, id: found.id, userId: found.userId, ...reason }
    await writeStaffLog(sql, { by: sandboxReviewerName, at: app.clock.now(), action: isNo ? 'review.reject' : 'review.approve', about })
  }

  /** One case, if there is one that is due. */
  const decideNext = async (): Promise<boolean> => {
    let at = ''
    try {
      const isDone = await transactionWithEffects(app.db, async (sql, afterCommit) => {
        const mine = await sql.query('select from sandbox_reviewer for update skip locked')
        if (mine.length === 0) return false
        const now = app.clock.now()
        for (const kind of kinds) {
          // Those that could not be decided are among the first, and keep none behind them waiting.
          for (const found of await kind.waiting(sql, atOnce + failedAt.size)) {
            const name = `${kind.kind} ${found.id}`
            if (found.submittedAt + sandboxReviewDelayMs > now || (failedAt.get(name) ?? Number.NEGATIVE_INFINITY) > now - againMs) continue
            at = name
            await decide(kind, found, sql, afterCommit)
            return true
          }
        }
        return false
      })
      return isDone
    } catch (error) {
      if (at === '') throw error
      const now = app.clock.now()
      for (const [name, ms] of failedAt) if (ms <= now - againMs) failedAt.delete(name)
      failedAt.set(at, now)
      // Somebody decided it meanwhile, or its owner took it back.
      if (!(error instanceof Refusal)) report(`the sandbox's reviewer could not decide ${at}`, error)
      return true
    }
  }

  const all = async (): Promise<number> => {
    let count = 0
    while (await decideNext()) count++
    return count
  }
  let stepping: Promise<number> | undefined
  const step = (): Promise<number> => {
    stepping ??= all().finally(() => {
      stepping = undefined
    })
    return stepping
  }
  const job = startRepeatingJob("the sandbox's reviewer", pollIntervalMs, step, { report })
  return {
    step,
    stop: async () => {
      await job.stop()
      await stepping?.catch(() => {})
    },
  }
}
