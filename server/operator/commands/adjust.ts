import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { isPositive } from '#rules/decimal.ts'
import { approveBalanceAdjustment, declineBalanceAdjustment, listBalanceAdjustments, proposeBalanceAdjustment } from '../adjust.ts'
import { StaffError } from '../staffError.ts'
import { type OperatorCommand, formatTerminalTime, formatTextTable } from './command.ts'

const books: Readonly<Record<string, 1 | 2>> = { real: accountTypes.real, demo: accountTypes.demo }
const bookName = (number: number): string => (number === accountTypes.real ? 'real' : 'demo')
const signed = (amount: string): string => (isPositive(asDecimal(amount)) ? `+${amount}` : amount)

/** Corrections of balances: one proposes, another approves. */
export const balanceAdjustmentCommands: OperatorCommand[] = [
  {
    name: 'adjust propose',
    needs: ['person', 'book', 'currency', 'amount'],
    options: { reason: { type: 'string' } },
    usage: '--reason <text>',
    about: 'Proposes a correction of what a person can spend. Somebody else on staff must approve it.',
    more: [
      'person is the 8-digit number that they see; book is real or demo; an amount such as -5 takes away.',
      'The reason is 10 to 300 characters and is shown to the person. Margin, stakes, frozen money and orders are out of reach.',
    ],
    run: async ({ context, staff, print }, input) => {
      const inBook = books[input.of('book')]
      if (inBook === undefined) throw new StaffError('usage', `"${input.of('book')}" is no book. Books: real, demo.`)
      const amount = input.of('amount')
      if (!/^[+-]?\d{1,20}(\.\d{1,8})?$/.test(amount))
        throw new StaffError('usage', `"${amount}" is no amount. Write it such as 12.50 or -12.50.`)
      const proposal = {
        user: input.of('person'),
        book: inBook,
        currency: input.of('currency'),
        amount: asDecimal(amount.replace(/^\+/, '')),
      }
      const id = await proposeBalanceAdjustment(context, await staff(), { ...proposal, reason: input.option('reason') ?? '' })
      print(`Proposed: correction ${id}. It waits for somebody else to approve it.`)
    },
  },
  {
    name: 'adjust list',
    needs: [],
    options: { all: { type: 'boolean' } },
    usage: '[--all]',
    about: 'Lists corrections that wait; with --all the newest fifty, decided ones too.',
    run: async ({ context, staff, print }, input) => {
      const found = await listBalanceAdjustments(context, await staff(), input.has('all'))
      if (found.length === 0) return print('No corrections.')
      const rows = found.map((adjustment) => [
        adjustment.id,
        adjustment.status + (adjustment.decidedBy === undefined ? '' : ` by ${adjustment.decidedBy}`),
        adjustment.userId,
        bookName(adjustment.book),
        `${signed(adjustment.amount)} ${adjustment.currency}`,
        adjustment.proposedBy,
        formatTerminalTime(adjustment.proposedAt),
        adjustment.reason,
      ])
      for (const line of formatTextTable(['id', 'state', 'person', 'book', 'amount', 'proposed by', 'at', 'reason'], rows)) print(line)
    },
  },
  {
    name: 'adjust approve',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Approves what somebody else proposed: it is booked at once and the person is told.',
    run: async ({ context, staff, print }, input) => {
      const { amount, currency, userId } = await approveBalanceAdjustment(context, await staff(), input.of('id'))
      print(`Booked: ${signed(amount)} ${currency} for person ${userId}.`)
    },
  },
  {
    name: 'adjust decline',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Ends a proposal without booking anything. Your own too.',
    run: async ({ context, staff, print }, input) => {
      await declineBalanceAdjustment(context, await staff(), input.of('id'))
      print(`Declined: correction ${input.of('id')}.`)
    },
  },
]
