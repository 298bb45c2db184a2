import { asDecimal } from '#contract/decimal.ts'
import { isPositive, negate } from '#rules/decimal.ts'
import { StaffError } from '../staffError.ts'
import {
  approveReserveChange,
  declineReserveChange,
  listReserveChanges,
  proposeReserveChange,
  type ReserveName,
  reserveNames,
} from '../reserves.ts'
import {
  type OperatorCommand,
  type OperatorCommandInput,
  formatTerminalTime,
  type OperatorCommandContext,
  formatTextTable,
} from './command.ts'

const isName = (text: string): text is ReserveName => (reserveNames as readonly string[]).includes(text)
const signed = (amount: string): string => (isPositive(asDecimal(amount)) ? `+${amount}` : amount)

async function propose(
  { context, staff, print }: OperatorCommandContext,
  input: OperatorCommandInput,
  way: 'fund' | 'withdraw',
): Promise<void> {
  const name = input.of('reserve')
  if (!isName(name)) throw new StaffError('usage', `"${name}" is no reserve. Reserves: ${reserveNames.join(', ')}.`)
  const text = input.of('amount')
  if (!/^\d{1,20}(\.\d{1,8})?$/.test(text)) throw new StaffError('usage', `"${text}" is no amount. Write it such as 1250.50.`)
  const amount = way === 'fund' ? asDecimal(text) : negate(asDecimal(text))
  const proposal = { name, currency: input.of('currency'), amount, reason: input.option('reason') ?? '' }
  const id = await proposeReserveChange(context, await staff(), proposal)
  print(`Proposed: change ${id}. It waits for somebody else to approve it.`)
}

const shared = { needs: ['reserve', 'currency', 'amount'], options: { reason: { type: 'string' } }, usage: '--reason <text>' } as const

/** The house's own money in what incomes, loans, prizes and bonuses are paid from: one proposes, another approves. */
export const reserveChangeCommands: OperatorCommand[] = [
  {
    ...shared,
    name: 'reserve fund',
    about: "Proposes to put the house's own money into a reserve of the real book. Somebody else on staff must approve it.",
    more: [
      'reserve is earn (incomes of earn products), loans (what can be lent), prizes (of competitions)',
      'or welfare (bonuses and envelopes of levels, and vouchers).',
      'Only money that the house has put where the custody holds it: the reserves are published.',
    ],
    run: (session, input) => propose(session, input, 'fund'),
  },
  {
    ...shared,
    name: 'reserve withdraw',
    about: 'Proposes to take money out of a reserve of the real book. Somebody else on staff must approve it.',
    more: [
      'Never what is owed: earn keeps thirty days at the most that open orders can bring and what is held back for who leaves,',
      'loans keeps what passed loans wait for, prizes keeps those of every competition that is offered and not final,',
      'welfare keeps what was granted and what lies in vouchers.',
    ],
    run: (session, input) => propose(session, input, 'withdraw'),
  },
  {
    name: 'reserve list',
    needs: [],
    options: { all: { type: 'boolean' } },
    usage: '[--all]',
    about: 'Lists changes of reserves that wait; with --all the newest fifty, decided ones too.',
    run: async ({ context, staff, print }, input) => {
      const found = await listReserveChanges(context, await staff(), input.has('all'))
      if (found.length === 0) return print('No changes of reserves.')
      const rows = found.map((reserveChange) => [
        reserveChange.id,
        reserveChange.status + (reserveChange.decidedBy === undefined ? '' : ` by ${reserveChange.decidedBy}`),
        reserveChange.name,
        `${signed(reserveChange.amount)} ${reserveChange.currency}`,
        reserveChange.proposedBy,
        formatTerminalTime(reserveChange.proposedAt),
        reserveChange.reason,
      ])
      for (const line of formatTextTable(['id', 'state', 'reserve', 'amount', 'proposed by', 'at', 'reason'], rows)) print(line)
    },
  },
  {
    name: 'reserve approve',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Approves what somebody else proposed: it is booked at once.',
    run: async ({ context, staff, print }, input) => {
      const { amount, currency, name } = await approveReserveChange(context, await staff(), input.of('id'))
      print(`Booked: ${signed(amount)} ${currency} in the reserve ${name}.`)
    },
  },
  {
    name: 'reserve decline',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Ends a proposal without booking anything. Your own too.',
    run: async ({ context, staff, print }, input) => {
      await declineReserveChange(context, await staff(), input.of('id'))
      print(`Declined: change ${input.of('id')}.`)
    },
  },
]
