import { book } from '#contract/constants.ts'
import { closeReason } from '#contract/states.ts'
import type { DemoReset } from '../demoBook.ts'
import type { House } from '../house.ts'
import { cancelPending } from './limit.ts'
import { pendingOf } from './store.ts'
import { tell } from './tell.ts'

/** Cancels every order that waits in a person's demo book. */
export const spotDemoReset =
  (house: House): DemoReset =>
  async ({ sql, userId, at, afterCommit }) => {
    let ended = 0
    for (const row of await pendingOf(sql, userId, book.demo)) {
      const cancelled = await cancelPending(sql, row, closeReason.demoReset, at)
      if (!cancelled) continue
      ended++
      await tell(house, sql, cancelled, afterCommit)
    }
    return ended
  }
