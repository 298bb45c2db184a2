import { holdWithdrawal, returnWithdrawal } from '../withdrawals.ts'
import type { Command } from './command.ts'

/** What happens to withdrawals besides a decision. */
export const withdrawalCommands: Command[] = [
  {
    name: 'withdrawal hold',
    needs: ['id'],
    options: { reference: { type: 'string' } },
    shown: '--reference <the order’s reference>',
    about: 'Writes down an authority’s order for a withdrawal that waits. The person is told and shown the reference.',
    run: async ({ desk, staff, say }, given) => {
      await holdWithdrawal(desk, await staff(), given.of('id'), given.option('reference') ?? '')
      say(`Held: withdrawal ${given.of('id')}.`)
    },
  },
  {
    name: 'withdrawal return',
    needs: ['id'],
    options: { reason: { type: 'string' } },
    shown: '--reason <reason>',
    about: 'Gives everything back after a bank returned a withdrawal that staff had sent. Reasons are those of a rejection.',
    run: async ({ desk, staff, say }, given) => {
      await returnWithdrawal(desk, await staff(), given.of('id'), given.option('reason') ?? '')
      say(`Returned: withdrawal ${given.of('id')}.`)
    },
  },
]
