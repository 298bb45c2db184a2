import { asInstant } from '#contract/time.ts'
import type { DemoReset, ReplayPaper } from '../demoBook.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { carryOver } from './carryOver.ts'
import { nextReset, reset } from './reset.ts'
import { isCarriedOver, isUntouched, lastReset } from './store.ts'

/** The demo book as a whole (product §2.16): begin anew, and take in what a visitor did on paper. */
export function demoHandlers(house: House, kinds: readonly DemoReset[], replay: ReplayPaper): Handlers<'demo'> {
  return {
    state: async (_, { sql, visitor, now }) => {
      const last = await lastReset(sql, visitor.userId)
      const next = last === undefined ? undefined : nextReset(last)
      const isOpen = !(await isCarriedOver(sql, visitor.userId)) && (await isUntouched(sql, visitor.userId))
      return {
        canCarryOver: isOpen,
        ...(last !== undefined && { resetTime: asInstant(last) }),
        ...(next !== undefined && next > now && { nextResetTime: next }),
      }
    },
    reset: (_, asking) => reset(house, kinds, asking),
    carryOver: (paper, asking) => carryOver(house, replay, paper, asking),
  }
}
