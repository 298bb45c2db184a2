import { book } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { isPositive } from '#rules/decimal.ts'
import { approveAdjustment, declineAdjustment, listAdjustments, proposeAdjustment } from '../adjust.ts'
import { StaffRefused } from '../refused.ts'
import { type Command, saidAt, table } from './command.ts'

const books: Readonly<Record<string, 1 | 2>> = { real: book.real, demo: book.demo }
const bookName = (number: number): string => (number === book.real ? 'real' : 'demo')
const signed = (amount: string): string => (isPositive(asDecimal(amount)) ? `+${amount}` : amount)

/** Corrections of balances: one proposes, another approves. */
export const adjustCommands: Command[] = [
  {
    name: 'adjust propose',
    needs: ['person', 'book', 'currency', 'amount'],
    options: { reason: { type: 'string' } },
    shown: '--reason <text>',
    about: 'Proposes a correction of what a person can spend. Somebody else on staff must approve it.',
    more: [
      'person is the 8-digit number that they see; book is real or demo; an amount such as -5 takes away.',
      'The reason is 10 to 300 characters and is shown to the person. Margin, stakes, frozen money and orders are out of reach.',
    ],
    run: async ({ desk, staff, say }, given) => {
      const inBook = books[given.of('book')]
      if (inBook === undefined) throw new StaffRefused('usage', `"${given.of('book')}" is no book. Books: real, demo.`)
      const amount = given.of('amount')
      if (!/^[+-]?\d{1,20}(\.\d{1,8})?$/.test(amount))
        throw new StaffRefused('usage', `"${amount}" is no amount. Write it such as 12.50 or -12.50.`)
      const asked = { user: given.of('person'), book: inBook, currency: given.of('currency'), amount: asDecimal(amount.replace(/^\+/, '')) }
      const id = await proposeAdjustment(desk, await staff(), { ...asked, reason: given.option('reason') ?? '' })
      say(`Proposed: correction ${id}. It waits for somebody else to approve it.`)
    },
  },
  {
    name: 'adjust list',
    needs: [],
    options: { all: { type: 'boolean' } },
    shown: '[--all]',
    about: 'Lists corrections that wait; with --all the newest fifty, decided ones too.',
    run: async ({ desk, staff, say }, given) => {
      const found = await listAdjustments(desk, await staff(), given.has('all'))
      if (found.length === 0) return say('No corrections.')
      const rows = found.map((one) => [
        one.id,
        one.status + (one.decidedBy === undefined ? '' : ` by ${one.decidedBy}`),
        one.userId,
        bookName(one.book),
        `${signed(one.amount)} ${one.currency}`,
        one.proposedBy,
        saidAt(one.proposedAt),
        one.reason,
      ])
      for (const line of table(['id', 'state', 'person', 'book', 'amount', 'proposed by', 'at', 'reason'], rows)) say(line)
    },
  },
  {
    name: 'adjust approve',
    needs: ['id'],
    options: {},
    shown: '',
    about: 'Approves what somebody else proposed: it is booked at once and the person is told.',
    run: async ({ desk, staff, say }, given) => {
      const { amount, currency, userId } = await approveAdjustment(desk, await staff(), given.of('id'))
      say(`Booked: ${signed(amount)} ${currency} for person ${userId}.`)
    },
  },
  {
    name: 'adjust decline',
    needs: ['id'],
    options: {},
    shown: '',
    about: 'Ends a proposal without booking anything. Your own too.',
    run: async ({ desk, staff, say }, given) => {
      await declineAdjustment(desk, await staff(), given.of('id'))
      say(`Declined: correction ${given.of('id')}.`)
    },
  },
]
