import type { Sql } from '#db/database.ts'
import type { Instant } from '#contract/time.ts'

/** Who decides: a member of staff by name, or the sandbox's automatic reviewer. */
export interface Reviewer {
  name: string
  isAutomatic: boolean
}

/** Something of a person that waits for a decision, as staff may see it. */
export interface WaitingReview {
  id: string
  userId: string
  submittedAt: Instant
  /** Until when the person was told that it is decided. */
  dueAt: Instant
  /** What the decision is about, by name. */
  facts: Readonly<Record<string, string>>
  /** Uploaded files that belong to it. */
  files: readonly string[]
}

/**
 * What a module gives so that its cases go the one way of all reviews (docs/rules/fair-dealing.md). Both decisions run in the caller's transaction, post
 * what they must, tell the person, and refuse stateConflict when the case was decided meanwhile.
 */
export interface ReviewKindHandler {
  kind: 'deposit' | 'withdrawal' | 'verification' | 'loan'
  /** Reasons for a rejection; there are no others. None can ask for a payment. */
  reasons: readonly string[]
  /** Oldest first. */
  waiting(sql: Sql, limit: number): Promise<WaitingReview[]>
  /** `reference`: of the bank or the chain, where staff sent the money themselves. What is to be told to open streams goes through `afterCommit`: it runs once the decision is safe. */
  approve(sql: Sql, id: string, by: Reviewer, now: Instant, afterCommit: (effect: () => void) => void, reference?: string): Promise<void>
  reject(sql: Sql, id: string, reason: string, by: Reviewer, now: Instant, afterCommit: (effect: () => void) => void): Promise<void>
}
