import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { ReviewKind } from '../review.ts'
import type { LogEntry } from './log.ts'
import { writeLog } from './log.ts'
import { admit, type Staff } from './staff.ts'
import type { Action } from './roles.ts'

/** What staff work with. */
export interface Desk {
  house: House
  kinds: readonly ReviewKind[]
}

/** What a piece of staff work is given: one transaction, and effects that run once it is safe. */
export interface Work {
  sql: Sql
  afterCommit(effect: () => void): void
  /** Adds to the log in the same transaction. Call it last: other writers wait for it. */
  log(action: string, about: LogEntry['about']): Promise<void>
}

/** Does what this person may do, in one transaction; tells open streams once it is done. Refuses (forbidden) what their roles do not allow. */
export async function work<T>({ house }: Desk, staff: Staff, action: Action, todo: (given: Work) => Promise<T>): Promise<T> {
  admit(staff, action)
  const effects: (() => void)[] = []
  const result = await house.db.transaction(async (sql) => {
    effects.length = 0
    return todo({
      sql,
      afterCommit: (effect) => void effects.push(effect),
      log: (did, about) => writeLog(sql, { by: staff.name, at: house.clock.now(), action: did, about }),
    })
  })
  for (const effect of effects) effect()
  return result
}
