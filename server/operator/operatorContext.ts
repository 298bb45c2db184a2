import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { ReviewKindHandler } from '../core/review.ts'
import type { StaffLogEntry } from './log.ts'
import { writeStaffLog } from './log.ts'
import { assertStaffPermitted, type StaffMember } from './staff.ts'
import type { StaffAction } from './roles.ts'
import { transactionWithEffects } from '../core/transactions.ts'

/** What staff work with. */
export interface OperatorContext {
  app: AppContext
  kinds: readonly ReviewKindHandler[]
}

/** What a piece of staff work is given: one transaction, and effects that run once it is safe. */
export interface StaffTransactionContext {
  sql: Sql
  afterCommit(effect: () => void): void
  /** Adds to the log in the same transaction. Call it last: other writers wait for it. */
  log(action: string, about: StaffLogEntry['about']): Promise<void>
}

/** Does what this person may do, in one transaction; tells open streams once it is done. Refuses (forbidden) what their roles do not allow. */
export async function runStaffAction<T>(
  { app }: OperatorContext,
  staff: StaffMember,
  action: StaffAction,
  todo: (action: StaffTransactionContext) => Promise<T>,
): Promise<T> {
  assertStaffPermitted(staff, action)
  const result = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    return todo({
      sql,
      afterCommit,
      log: (did, about) => writeStaffLog(sql, { by: staff.name, at: app.clock.now(), action: did, about }),
    })
  })
  return result
}
