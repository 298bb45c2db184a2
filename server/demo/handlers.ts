import { asInstant } from '#contract/time.ts'
import type { DemoOrderResetter, PaperLedgerReplayer } from '../orders/demoAccount.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { importPaperLedger } from './carryOver.ts'
import { nextDemoResetAllowedAt, resetDemoAccount } from './reset.ts'
import { isPaperLedgerImported, isDemoAccountUnused, lastDemoResetMs } from './store.ts'

/** The demo book as a whole (docs/rules/environments.md): begin anew, and take in what a visitor did on paper. */
export function demoHandlers(app: AppContext, kinds: readonly DemoOrderResetter[], replay: PaperLedgerReplayer): CallHandlers<'demo'> {
  return {
    state: async (_, { sql, visitor, now }) => {
      const last = await lastDemoResetMs(sql, visitor.userId)
      const next = last === undefined ? undefined : nextDemoResetAllowedAt(last)
      const isOpen = !(await isPaperLedgerImported(sql, visitor.userId)) && (await isDemoAccountUnused(sql, visitor.userId))
      return {
        canCarryOver: isOpen,
        ...(last !== undefined && { resetTime: asInstant(last) }),
        ...(next !== undefined && next > now && { nextResetTime: next }),
      }
    },
    reset: (_, context) => resetDemoAccount(app, kinds, context),
    carryOver: (paper, context) => importPaperLedger(app, replay, paper, context),
  }
}
