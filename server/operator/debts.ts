import { book as books } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { debtStatus } from '#contract/states.ts'
import { wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { isNegative, q8, scaleOf } from '#rules/decimal.ts'
import {
  agreeReceipt,
  type DebtReceipt,
  declineReceipt,
  openReceipts,
  proposeRecovery,
  proposeRepayment,
  type ReceiptRefused,
  receiptById,
  receiptStatus,
} from '../products/debtReceipts.ts'
import { defaultProject } from '../products/debtRepay.ts'
import { allProjects, type DebtProject, openDues, type ProjectKey, projectOf } from '../products/debtStore.ts'
import { isRowId } from '../ids.ts'
import { type Desk, type Work, work } from './desk.ts'
import { refuseSamePerson } from './otherPerson.ts'
import { StaffRefused } from './refused.ts'
import type { Staff } from './staff.ts'

const refused = (sentence: string) => new StaffRefused('refused', sentence)

const sentences: Readonly<Record<ReceiptRefused, string>> = {
  unknown: 'There is no such project.',
  notRepaying: 'The project is not repaying.',
  notDefaulted: 'The project has not defaulted.',
  waiting: 'A receipt of this project waits to be agreed to or shared out. Settle that first.',
  nothingOwed: 'Nothing is owed, or nothing came in.',
  moreThanOwed: 'That is more than is owed.',
  onceADay: 'A recovery of this project was entered today already. Enter the next tomorrow.',
}

/** A project with what is next. */
export interface ListedProject {
  project: DebtProject
  dueDay: string | undefined
}

/** All projects of both books. */
export const listProjects = (desk: Desk, staff: Staff): Promise<ListedProject[]> =>
  work(desk, staff, 'debt.list', async ({ sql }) => {
    const listed: ListedProject[] = []
    for (const project of await allProjects(sql)) listed.push({ project, dueDay: (await openDues(sql, project))[0]?.due_day })
    return listed
  })

/** What waits for somebody else to agree. */
export const listReceipts = (desk: Desk, staff: Staff): Promise<DebtReceipt[]> =>
  work(desk, staff, 'debt.list', ({ sql }) => openReceipts(sql))

const bookNames: Readonly<Record<Book, string>> = { [books.real]: 'real', [books.demo]: 'demo', [books.contest]: 'competition' }
const aboutOf = ({ id, product_id, book, number, amount }: DebtReceipt) => ({
  id,
  project: product_id,
  book: bookNames[book],
  amount: q8(amount),
  ...(number !== null && { instalment: String(number) }),
})

/** In the DEMO book, which nobody can take out, one person is enough. */
async function entered({ sql, log }: Work, desk: Desk, staff: Staff, receipt: DebtReceipt | ReceiptRefused): Promise<DebtReceipt> {
  if (typeof receipt === 'string') throw refused(sentences[receipt])
  const isAgreed = receipt.book === books.demo && (await agreeReceipt(sql, receipt, staff.name, desk.house.clock.now()))
  await log(receipt.number === null ? 'debt.recovery' : 'debt.repay', aboutOf(receipt))
  return isAgreed ? { ...receipt, status: receiptStatus.agreed } : receipt
}

/** The borrower paid the oldest open instalment. In the REAL book somebody else must agree before it is shared out. */
export const enterRepayment = (desk: Desk, staff: Staff, key: ProjectKey): Promise<DebtReceipt> =>
  work(desk, staff, 'debt.enter', async (given) =>
    entered(given, desk, staff, await proposeRepayment(given.sql, key, staff.name, desk.house.clock.now())),
  )

/** Something came in after a default; `final`: nothing more will. */
export async function enterRecovery(desk: Desk, staff: Staff, key: ProjectKey, amount: Decimal, final: boolean): Promise<DebtReceipt> {
  if (isNegative(amount) || scaleOf(amount) > 8) throw new StaffRefused('usage', 'An amount is not below zero and has at most 8 decimals.')
  return work(desk, staff, 'debt.enter', async (given) =>
    entered(given, desk, staff, await proposeRecovery(given.sql, key, { amount, final }, staff.name, desk.house.clock.now())),
  )
}

async function waiting(sql: Sql, id: string): Promise<DebtReceipt> {
  const receipt = isRowId(id) ? await receiptById(sql, id) : undefined
  if (!receipt) throw refused(`There is no receipt ${id}.`)
  if (receipt.status !== receiptStatus.proposed) throw refused(`Receipt ${id} was decided by ${receipt.decided_by} already.`)
  return receipt
}

/** What somebody else entered is true: it is shared out. */
export const agreeToReceipt = (desk: Desk, staff: Staff, id: string): Promise<DebtReceipt> =>
  work(desk, staff, 'debt.agree', async ({ sql, log }) => {
    const receipt = await waiting(sql, id)
    const proposed_by = receipt.proposed_by === staff.name ? staff.id : ''
    refuseSamePerson({ proposed_by, proposed_ms: receipt.at_ms }, staff, desk.house.config, desk.house.clock.now())
    if (!(await agreeReceipt(sql, receipt, staff.name, desk.house.clock.now())))
      throw refused('The project is in another state now. Decline this and enter it again.')
    await log('debt.agree', { ...aboutOf(receipt), enteredBy: receipt.proposed_by })
    return receipt
  })

/** Ends what was entered without sharing anything out; one's own too. */
export const declineDebtReceipt = (desk: Desk, staff: Staff, id: string): Promise<void> =>
  work(desk, staff, 'debt.agree', async ({ sql, log }) => {
    const receipt = await waiting(sql, id)
    await declineReceipt(sql, id, staff.name)
    await log('debt.decline', aboutOf(receipt))
  })

/** The borrower has defaulted, as of today: for a reason, before thirty days are over. */
export async function callDefault(desk: Desk, staff: Staff, key: ProjectKey, reason: string): Promise<void> {
  const why = reason.trim()
  if (why.length < 10 || why.length > 300) throw new StaffRefused('usage', 'The reason is 10 to 300 characters.')
  return work(desk, staff, 'debt.default', async ({ sql, log, afterCommit }) => {
    const project = await projectOf(sql, key, { lock: true })
    if (project?.status !== debtStatus.repaying) throw refused(sentences[project ? 'notRepaying' : 'unknown'])
    await defaultProject(desk.house, sql, key, wireDay(desk.house.clock.now()), afterCommit)
    await log('debt.default', { project: key.product_id, book: bookNames[key.book], reason: why })
  })
}
