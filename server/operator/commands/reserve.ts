import { asDecimal } from '#contract/decimal.ts'
import { isPositive, negate } from '#rules/decimal.ts'
import { StaffRefused } from '../refused.ts'
import {
  approveReserveChange,
  declineReserveChange,
  listReserveChanges,
  proposeReserveChange,
  type ReserveName,
  reserveNames,
} from '../reserves.ts'
import { type Command, type Given, saidAt, type Session, table } from './command.ts'

const isName = (text: string): text is ReserveName => (reserveNames as readonly string[]).includes(text)
const signed = (amount: string): string => (isPositive(asDecimal(amount)) ? `+${amount}` : amount)

async function propose({ desk, staff, say }: Session, given: Given, way: 'fund' | 'withdraw'): Promise<void> {
  const name = given.of('reserve')
  if (!isName(name)) throw new StaffRefused('usage', `"${name}" is no reserve. Reserves: ${reserveNames.join(', ')}.`)
  const text = given.of('amount')
  if (!/^\d{1,20}(\.\d{1,8})?$/.test(text)) throw new StaffRefused('usage', `"${text}" is no amount. Write it such as 1250.50.`)
  const amount = way === 'fund' ? asDecimal(text) : negate(asDecimal(text))
  const asked = { name, currency: given.of('currency'), amount, reason: given.option('reason') ?? '' }
  const id = await proposeReserveChange(desk, await staff(), asked)
  say(`Proposed: change ${id}. It waits for somebody else to approve it.`)
}

const shared = { needs: ['reserve', 'currency', 'amount'], options: { reason: { type: 'string' } }, shown: '--reason <text>' } as const

/** The house's own money in what incomes, loans, prizes and bonuses are paid from: one proposes, another approves. */
export const reserveCommands: Command[] = [
  {
    ...shared,
    name: 'reserve fund',
    about: "Proposes to put the house's own money into a reserve of the real book. Somebody else on staff must approve it.",
    more: [
      'reserve is earn (incomes of earn products), loans (what can be lent), prizes (of competitions)',
      'or welfare (bonuses and envelopes of levels, and vouchers).',
      'Only money that the house has put where the custody holds it: the reserves are published.',
    ],
    run: (session, given) => propose(session, given, 'fund'),
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
    run: (session, given) => propose(session, given, 'withdraw'),
  },
  {
    name: 'reserve list',
    needs: [],
    options: { all: { type: 'boolean' } },
    shown: '[--all]',
    about: 'Lists changes of reserves that wait; with --all the newest fifty, decided ones too.',
    run: async ({ desk, staff, say }, given) => {
      const found = await listReserveChanges(desk, await staff(), given.has('all'))
      if (found.length === 0) return say('No changes of reserves.')
      const rows = found.map((one) => [
        one.id,
        one.status + (one.decidedBy === undefined ? '' : ` by ${one.decidedBy}`),
        one.name,
        `${signed(one.amount)} ${one.currency}`,
        one.proposedBy,
        saidAt(one.proposedAt),
        one.reason,
      ])
      for (const line of table(['id', 'state', 'reserve', 'amount', 'proposed by', 'at', 'reason'], rows)) say(line)
    },
  },
  {
    name: 'reserve approve',
    needs: ['id'],
    options: {},
    shown: '',
    about: 'Approves what somebody else proposed: it is booked at once.',
    run: async ({ desk, staff, say }, given) => {
      const { amount, currency, name } = await approveReserveChange(desk, await staff(), given.of('id'))
      say(`Booked: ${signed(amount)} ${currency} in the reserve ${name}.`)
    },
  },
  {
    name: 'reserve decline',
    needs: ['id'],
    options: {},
    shown: '',
    about: 'Ends a proposal without booking anything. Your own too.',
    run: async ({ desk, staff, say }, given) => {
      await declineReserveChange(desk, await staff(), given.of('id'))
      say(`Declined: change ${given.of('id')}.`)
    },
  },
]
