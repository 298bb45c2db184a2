import { suitabilityPassingScore } from '#contract/calls/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant, instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { areSuitabilityAnswersComplete, countCorrectSuitabilityAnswers } from './questions.ts'

const hourMs = 3_600_000
/** After a failure, after every third one, and between passing and the first order (docs/rules/protection.md). */
const retryMs = 24 * hourMs
const longRetryMs = 30 * 24 * hourMs
const coolingMs = 24 * hourMs
const failuresToWait = 3

export interface Suitability {
  passed: boolean
  /** When the next try is open, if that is later than now. */
  retryAt: Instant | null
  /** When risk products open after passing, also once that is past. */
  opensAt: Instant | null
  failures: number
}

/** What became of a person's tries. */
export async function readSuitability(sql: Sql, userId: string, nowMs: number): Promise<Suitability> {
  const [row] = await sql.query<{ passed_ms: string | null; failures: string; last_ms: string | null; skipped: boolean }>(
    `select max(at_ms) filter (where passed) as passed_ms, count(*) filter (where not passed) as failures, max(at_ms) as last_ms,
       exists (select from suitability_skip where try_id = max(id)) as skipped
     from suitability_try where user_id = $1`,
    [userId],
  )
  const failures = Number(row?.failures ?? 0)
  if (row?.passed_ms)
    return { passed: true, retryAt: null, opensAt: asInstant(Number(row.passed_ms) + (row.skipped ? 0 : coolingMs)), failures }
  const retryMsAt = row?.last_ms && !row.skipped ? Number(row.last_ms) + waitAfter(failures) : 0
  return { passed: false, retryAt: retryMsAt > nowMs ? asInstant(retryMsAt) : null, opensAt: null, failures }
}

/** Ends the wait that the newest try asks for. For a sandbox alone. Refuses stateConflict when nothing waits. */
export async function skipSuitabilityWait(sql: Sql, userId: string, nowMs: number): Promise<void> {
  await sql.query('select from account where id = $1 for update', [userId])
  const { retryAt, opensAt } = await readSuitability(sql, userId, nowMs)
  if (retryAt === null && (opensAt === null || opensAt <= nowMs)) throw new Refusal('stateConflict')
  await sql.query('insert into suitability_skip (try_id, at_ms) select max(id), $2 from suitability_try where user_id = $1', [
    userId,
    nowMs,
  ])
}

const waitAfter = (failures: number): number => (failures % failuresToWait === 0 ? longRetryMs : retryMs)

/** Takes a person's answers. Refuses stateConflict when they passed already, quizLater {until}, and validation when one is missing. */
export async function submitSuitabilityAnswers(
  sql: Sql,
  userId: string,
  answers: readonly { id: string; option: string }[],
  nowMs: number,
) {
  // One try at a time: two at once would be two tries for one wait.
  await sql.query('select from account where id = $1 for update', [userId])
  const before = await readSuitability(sql, userId, nowMs)
  if (before.passed) throw new Refusal('stateConflict')
  if (before.retryAt !== null) throw new Refusal('quizLater', { until: instantToWireTime(before.retryAt) })
  if (!areSuitabilityAnswersComplete(answers)) throw new Refusal('validation', { field: 'answers', rule: 'one for each question' })
  const right = countCorrectSuitabilityAnswers(answers)
  const passed = right >= suitabilityPassingScore
  await sql.query('insert into suitability_try (user_id, right_answers, passed, at_ms) values ($1, $2, $3, $4)', [
    userId,
    right,
    passed,
    nowMs,
  ])
  const { retryAt, opensAt } = await readSuitability(sql, userId, nowMs)
  return { passed, right, retryAt, opensAt }
}
