import {
  holdWithdrawalByLegalOrder,
  releaseClaimedWithdrawal,
  returnBankWithdrawal,
  claimWithdrawalForManualPayout,
} from '../withdrawals.ts'
import type { OperatorCommand } from './command.ts'

/** What happens to withdrawals besides a decision. */
export const withdrawalCommands: OperatorCommand[] = [
  {
    name: 'withdrawal hold',
    needs: ['id'],
    options: { reference: { type: 'string' } },
    usage: '--reference <the order’s reference>',
    about: 'Writes down an authority’s order for a withdrawal that waits. The person is told and shown the reference.',
    run: async ({ context, staff, print }, input) => {
      await holdWithdrawalByLegalOrder(context, await staff(), input.of('id'), input.option('reference') ?? '')
      print(`Held: withdrawal ${input.of('id')}.`)
    },
  },
  {
    name: 'withdrawal take',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Takes an approved withdrawal that staff send themselves. Only you can send it then, and nobody can cancel it.',
    more: ['Take it first, then send the money, then review approve withdrawal <id> --reference.'],
    run: async ({ context, staff, print }, input) => {
      await claimWithdrawalForManualPayout(context, await staff(), input.of('id'))
      print(`Taken: withdrawal ${input.of('id')}. It is yours to send.`)
    },
  },
  {
    name: 'withdrawal release',
    needs: ['id'],
    options: { reason: { type: 'string' } },
    usage: '--reason <text>',
    about: 'Gives back a withdrawal that was taken and not sent.',
    more: ['Release somebody else’s only when they said that nothing was sent: it can be cancelled and taken anew at once.'],
    run: async ({ context, staff, print }, input) => {
      await releaseClaimedWithdrawal(context, await staff(), input.of('id'), input.option('reason') ?? '')
      print(`Released: withdrawal ${input.of('id')}.`)
    },
  },
  {
    name: 'withdrawal return',
    needs: ['id'],
    options: { reason: { type: 'string' } },
    usage: '--reason <reason>',
    about: 'Gives everything back after a bank returned a withdrawal that staff had sent. Reasons are those of a rejection.',
    more: ['What went to a chain and did not arrive is put right by adjust propose, which takes two.'],
    run: async ({ context, staff, print }, input) => {
      await returnBankWithdrawal(context, await staff(), input.of('id'), input.option('reason') ?? '')
      print(`Returned: withdrawal ${input.of('id')}.`)
    },
  },
]
