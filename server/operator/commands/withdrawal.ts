import { holdWithdrawal, releaseWithdrawal, returnWithdrawal, takeWithdrawal } from '../withdrawals.ts'
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
    name: 'withdrawal take',
    needs: ['id'],
    options: {},
    shown: '',
    about: 'Takes an approved withdrawal that staff send themselves. Only you can send it then, and nobody can cancel it.',
    more: ['Take it first, then send the money, then review approve withdrawal <id> --reference.'],
    run: async ({ desk, staff, say }, given) => {
      await takeWithdrawal(desk, await staff(), given.of('id'))
      say(`Taken: withdrawal ${given.of('id')}. It is yours to send.`)
    },
  },
  {
    name: 'withdrawal release',
    needs: ['id'],
    options: { reason: { type: 'string' } },
    shown: '--reason <text>',
    about: 'Gives back a withdrawal that was taken and not sent.',
    more: ['Release somebody else’s only when they said that nothing was sent: it can be cancelled and taken anew at once.'],
    run: async ({ desk, staff, say }, given) => {
      await releaseWithdrawal(desk, await staff(), given.of('id'), given.option('reason') ?? '')
      say(`Released: withdrawal ${given.of('id')}.`)
    },
  },
  {
    name: 'withdrawal return',
    needs: ['id'],
    options: { reason: { type: 'string' } },
    shown: '--reason <reason>',
    about: 'Gives everything back after a bank returned a withdrawal that staff had sent. Reasons are those of a rejection.',
    more: ['What went to a chain and did not arrive is put right by adjust propose, which takes two.'],
    run: async ({ desk, staff, say }, given) => {
      await returnWithdrawal(desk, await staff(), given.of('id'), given.option('reason') ?? '')
      say(`Returned: withdrawal ${given.of('id')}.`)
    },
  },
]
