import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { instantToWireTime } from '#contract/time.ts'
import { type BorrowerPayment, borrowerPaymentStatus } from '#server/products/debt/borrowerPayments.ts'
import type { DebtProjectKey } from '../../products/debt/debtStore.ts'
import {
  approveDebtReceipt,
  declareDebtDefault,
  declineDebtReceipt,
  enterDebtRecovery,
  enterDebtRepayment,
  listDebtProjects,
  listPendingDebtReceipts,
} from '../debts.ts'
import { StaffError } from '../staffError.ts'
import { type OperatorCommand, type OperatorCommandInput, formatTerminalTime, formatTextTable } from './command.ts'

const states: Readonly<Record<number, string>> = {
  0: 'upcoming',
  1: 'raising',
  2: 'repaying',
  3: 'repaid',
  [-1]: 'failed',
  [-2]: 'defaulted',
}
const bookName = (book: number): string => (book === accountTypes.real ? 'real' : 'demo')

function keyIn(input: OperatorCommandInput): DebtProjectKey {
  const book = { real: accountTypes.real, demo: accountTypes.demo }[input.of('book')]
  if (book === undefined) throw new StaffError('usage', `"${input.of('book')}" is no book. Books: real, demo.`)
  return { product_id: input.of('project'), book }
}

const receiptLine = ({ id, status, amount }: BorrowerPayment): string =>
  status === borrowerPaymentStatus.agreed
    ? `Entered: ${amount} are being shared out.`
    : `Entered: receipt ${id} waits for somebody else to agree.`

const options = {}

/** What borrowers of debt projects pay, and when they do not. */
export const debtProjectCommands: OperatorCommand[] = [
  {
    name: 'debt list',
    needs: [],
    options,
    usage: '',
    about: 'Lists the projects of both books with what is due next, and receipts that wait.',
    run: async ({ context, staff, print }) => {
      const who = await staff()
      const rows = (await listDebtProjects(context, who)).map(({ project, dueDay }) => [
        project.product_id,
        bookName(project.book),
        states[project.status] ?? String(project.status),
        project.raised ?? '',
        dueDay ?? '',
        project.status < 2 && project.closed_ms === null ? instantToWireTime(Number(project.deadline_ms)) : '',
      ])
      for (const line of formatTextTable(['project', 'book', 'state', 'lent', 'due', 'deadline'], rows)) print(line)
      for (const { id, product_id, book, number, amount, proposed_by, at_ms } of await listPendingDebtReceipts(context, who))
        print(
          `Receipt ${id}: ${amount} for ${product_id} (${bookName(book)}), ${number === null ? 'a recovery' : `instalment ${number}`}, by ${proposed_by} at ${formatTerminalTime(Number(at_ms))}`,
        )
    },
  },
  {
    name: 'debt repay',
    needs: ['project', 'book'],
    options,
    usage: '',
    about: 'Enters that the borrower paid the oldest open instalment. In the real book somebody else must agree before it is shared out.',
    run: async ({ context, staff, print }, input) => print(receiptLine(await enterDebtRepayment(context, await staff(), keyIn(input)))),
  },
  {
    name: 'debt default',
    needs: ['project', 'book'],
    options: { reason: { type: 'string' } },
    usage: '--reason <text>',
    about: 'Calls a default now. By itself it comes thirty days after an instalment was due. Everybody who lent is told.',
    run: async ({ context, staff, print }, input) => {
      await declareDebtDefault(context, await staff(), keyIn(input), input.option('reason') ?? '')
      print(`${input.of('project')} has defaulted.`)
    },
  },
  {
    name: 'debt recovery',
    needs: ['project', 'book', 'amount'],
    options: { final: { type: 'boolean' } },
    usage: '[--final]',
    about: 'Enters what came in after a default; it is shared pro rata, the principal first. With --final nothing more will come.',
    run: async ({ context, staff, print }, input) => {
      const amount = input.of('amount')
      if (!/^\d{1,20}(\.\d{1,8})?$/.test(amount)) throw new StaffError('usage', `"${amount}" is no amount. Write it such as 1250.50.`)
      print(receiptLine(await enterDebtRecovery(context, await staff(), keyIn(input), asDecimal(amount), input.has('final'))))
    },
  },
  {
    name: 'debt agree',
    needs: ['receipt'],
    options,
    usage: '',
    about: 'Agrees to what somebody else entered: it is shared out.',
    run: async ({ context, staff, print }, input) =>
      print(receiptLine({ ...(await approveDebtReceipt(context, await staff(), input.of('receipt'))), status: 1 })),
  },
  {
    name: 'debt decline',
    needs: ['receipt'],
    options,
    usage: '',
    about: 'Ends what was entered without sharing anything out. Your own too.',
    run: async ({ context, staff, print }, input) => {
      await declineDebtReceipt(context, await staff(), input.of('receipt'))
      print(`Declined: receipt ${input.of('receipt')}.`)
    },
  },
]
