import { book as books } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { toWire } from '#contract/time.ts'
import { type DebtReceipt, receiptStatus } from '../../products/debtReceipts.ts'
import type { ProjectKey } from '../../products/debtStore.ts'
import { agreeToReceipt, callDefault, declineDebtReceipt, enterRecovery, enterRepayment, listProjects, listReceipts } from '../debts.ts'
import { StaffRefused } from '../refused.ts'
import { type Command, type Given, saidAt, table } from './command.ts'

const states: Readonly<Record<number, string>> = {
  0: 'upcoming',
  1: 'raising',
  2: 'repaying',
  3: 'repaid',
  [-1]: 'failed',
  [-2]: 'defaulted',
}
const bookName = (book: number): string => (book === books.real ? 'real' : 'demo')

function keyIn(given: Given): ProjectKey {
  const book = { real: books.real, demo: books.demo }[given.of('book')]
  if (book === undefined) throw new StaffRefused('usage', `"${given.of('book')}" is no book. Books: real, demo.`)
  return { product_id: given.of('project'), book }
}

const told = ({ id, status, amount }: DebtReceipt): string =>
  status === receiptStatus.agreed ? `Entered: ${amount} are being shared out.` : `Entered: receipt ${id} waits for somebody else to agree.`

const options = {}

/** What borrowers of debt projects pay, and when they do not. */
export const debtCommands: Command[] = [
  {
    name: 'debt list',
    needs: [],
    options,
    shown: '',
    about: 'Lists the projects of both books with what is due next, and receipts that wait.',
    run: async ({ desk, staff, say }) => {
      const who = await staff()
      const rows = (await listProjects(desk, who)).map(({ project, dueDay }) => [
        project.product_id,
        bookName(project.book),
        states[project.status] ?? String(project.status),
        project.raised ?? '',
        dueDay ?? '',
        project.status < 2 && project.closed_ms === null ? toWire(Number(project.deadline_ms)) : '',
      ])
      for (const line of table(['project', 'book', 'state', 'lent', 'due', 'deadline'], rows)) say(line)
      for (const { id, product_id, book, number, amount, proposed_by, at_ms } of await listReceipts(desk, who))
        say(
          `Receipt ${id}: ${amount} for ${product_id} (${bookName(book)}), ${number === null ? 'a recovery' : `instalment ${number}`}, by ${proposed_by} at ${saidAt(Number(at_ms))}`,
        )
    },
  },
  {
    name: 'debt repay',
    needs: ['project', 'book'],
    options,
    shown: '',
    about: 'Enters that the borrower paid the oldest open instalment. In the real book somebody else must agree before it is shared out.',
    run: async ({ desk, staff, say }, given) => say(told(await enterRepayment(desk, await staff(), keyIn(given)))),
  },
  {
    name: 'debt default',
    needs: ['project', 'book'],
    options: { reason: { type: 'string' } },
    shown: '--reason <text>',
    about: 'Calls a default now. By itself it comes thirty days after an instalment was due. Everybody who lent is told.',
    run: async ({ desk, staff, say }, given) => {
      await callDefault(desk, await staff(), keyIn(given), given.option('reason') ?? '')
      say(`${given.of('project')} has defaulted.`)
    },
  },
  {
    name: 'debt recovery',
    needs: ['project', 'book', 'amount'],
    options: { final: { type: 'boolean' } },
    shown: '[--final]',
    about: 'Enters what came in after a default; it is shared pro rata, the principal first. With --final nothing more will come.',
    run: async ({ desk, staff, say }, given) => {
      const amount = given.of('amount')
      if (!/^\d{1,20}(\.\d{1,8})?$/.test(amount)) throw new StaffRefused('usage', `"${amount}" is no amount. Write it such as 1250.50.`)
      say(told(await enterRecovery(desk, await staff(), keyIn(given), asDecimal(amount), given.has('final'))))
    },
  },
  {
    name: 'debt agree',
    needs: ['receipt'],
    options,
    shown: '',
    about: 'Agrees to what somebody else entered: it is shared out.',
    run: async ({ desk, staff, say }, given) =>
      say(told({ ...(await agreeToReceipt(desk, await staff(), given.of('receipt'))), status: 1 })),
  },
  {
    name: 'debt decline',
    needs: ['receipt'],
    options,
    shown: '',
    about: 'Ends what was entered without sharing anything out. Your own too.',
    run: async ({ desk, staff, say }, given) => {
      await declineDebtReceipt(desk, await staff(), given.of('receipt'))
      say(`Declined: receipt ${given.of('receipt')}.`)
    },
  },
]
