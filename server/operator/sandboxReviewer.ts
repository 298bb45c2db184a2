import { sandboxReviewSeconds } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { ReviewKind, WaitingReview } from '../review.ts'
import { writeLog } from './log.ts'

/** How long a case waits in the sandbox, so that a newcomer sees it wait. */
export const sandboxReviewMs = sandboxReviewSeconds * 1000
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

type AfterCommit = (effect: () => void) => void

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
  house: House,
  kinds: readonly ReviewKind[],
  report: typeof console.error = console.error,
  lookEveryMs = everyMs,
): SandboxReviewer {
  if (house.config.env !== 'sandbox') throw new Error('nothing decides by itself outside the sandbox')
  const by = { name: sandboxReviewerName, isAutomatic: true }
  const failedAt = new Map<string, number>()

  /** Not every reason of a kind fits every case of it: the first that does. */
  const reject = async (kind: ReviewKind, { id }: WaitingReview, sql: Sql, after: AfterCommit): Promise<string> => {
    for (const reason of kind.reasons) {
      try {
        await kind.reject(sql, id, reason, by, house.clock.now(), after)
        return reason
      } catch (error) {
        if (!(error instanceof Refusal && error.refusal === 'validation')) throw error
      }
    }
    throw new Error(`no reason fits ${kind.kind} ${id}`)
  }

  const decide = async (kind: ReviewKind, found: WaitingReview, sql: Sql, after: AfterCommit): Promise<void> => {
    const isNo = asksForRejection(found)
    const reason = isNo ? { reason: await reject(kind, found, sql, after) } : {}
    if (!isNo) await kind.approve(sql, found.id, by, house.clock.now(), after)
    const about = { kind: kind.kind, id: found.id, userId: found.userId, ...reason }
    await writeLog(sql, { by: sandboxReviewerName, at: house.clock.now(), action: isNo ? 'review.reject' : 'review.approve', about })
  }

  /** One case, if there is one that is due. */
  const decideNext = async (): Promise<boolean> => {
    let at = ''
    const effects: (() => void)[] = []
    try {
      const isDone = await house.db.transaction(async (sql) => {
        effects.length = 0
        const mine = await sql.query('select from sandbox_reviewer for update skip locked')
        if (mine.length === 0) return false
        const now = house.clock.now()
        for (const kind of kinds) {
          for (const found of await kind.waiting(sql, atOnce)) {
            const name = `${kind.kind} ${found.id}`
            if (found.submittedAt + sandboxReviewMs > now || (failedAt.get(name) ?? Number.NEGATIVE_INFINITY) > now - againMs) continue
            at = name
            await decide(kind, found, sql, (effect) => void effects.push(effect))
            return true
          }
        }
        return false
      })
      for (const effect of effects) effect()
      return isDone
    } catch (error) {
      if (at === '') throw error
      failedAt.set(at, house.clock.now())
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
  let said = ''
  const timer = setInterval(() => {
    step().then(
      () => {
        said = ''
      },
      (error: unknown) => {
        // The database is away: said once, tried each second.
        const words = String(error)
        if (words !== said) report("the sandbox's reviewer waits", error)
        said = words
      },
    )
  }, lookEveryMs)
  return {
    step,
    stop: async () => {
      clearInterval(timer)
      await stepping?.catch(() => {})
    },
  }
}
