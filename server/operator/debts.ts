import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { debtProjectStatus } from '#contract/states.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { isNegative, q8, decimalPlacesOfStep } from '#rules/decimal.ts'
import {
  tryMarkBorrowerPaymentApproved,
  type BorrowerPayment,
  markBorrowerPaymentDeclined,
  readPendingBorrowerPayments,
  proposeDebtRecovery,
  proposeDebtRepayment,
  type BorrowerPaymentRefusal,
  findBorrowerPaymentById,
  borrowerPaymentStatus,
} from '#server/products/debt/borrowerPayments.ts'
import { markDebtProjectDefaulted } from '../products/debt/debtRepay.ts'
import {
  readAllDebtProjects,
  type DebtProject,
  readUnpaidDebtInstalments,
  type DebtProjectKey,
  findDebtProject,
} from '../products/debt/debtStore.ts'
import { isRowId } from '../core/ids.ts'
import { type OperatorContext, type StaffTransactionContext, runStaffAction } from './operatorContext.ts'
import { assertFourEyes } from './fourEyes.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

const refused = (sentence: string) => new StaffError('refused', sentence)

const sentences: Readonly<Record<BorrowerPaymentRefusal, string>> = {
  unknown: 'There is no such project.',
  notRepaying: 'The project is not repaying.',
  notDefaulted: 'The project has not defaulted.',
  waiting: 'A receipt of this project waits to be agreed to or shared out. Settle that first.',
  nothingOwed: 'Nothing is owed, or nothing came in.',
  moreThanOwed: 'That is more than is owed.',
  onceADay: 'A recovery of this project was entered today already. Enter the next tomorrow.',
}

/** A project with what is next. */
export interface ListedDebtProject {
  project: DebtProject
  dueDay: string | undefined
}

/** All projects of both account types. */
export const listDebtProjects = (context: OperatorContext, staff: StaffMember): Promise<ListedDebtProject[]> =>
  runStaffAction(context, staff, 'debt.list', async ({ sql }) => {
    const listed: ListedDebtProject[] = []
    for (const project of await readAllDebtProjects(sql))
      listed.push({ project, dueDay: (await readUnpaidDebtInstalments(sql, project))[0]?.due_day })
    return listed
  })

/** What waits for somebody else to agree. */
export const listPendingDebtReceipts = (context: OperatorContext, staff: StaffMember): Promise<BorrowerPayment[]> =>
  runStaffAction(context, staff, 'debt.list', ({ sql }) => readPendingBorrowerPayments(sql))

const bookNames: Readonly<Record<AccountType, string>> = {
  [accountTypes.real]: 'real',
  [accountTypes.demo]: 'demo',
  [accountTypes.competition]: 'competition',
}
const aboutOf = ({ id, product_id, book, number, amount }: BorrowerPayment) => ({
  id,
  project: product_id,
  book: bookNames[book],
  amount: q8(amount),
  ...(number !== null && { instalment: String(number) }),
})

/** In the DEMO book, which nobody can take out, one person is enough. */
async function entered(
  { sql, log }: StaffTransactionContext,
  context: OperatorContext,
  staff: StaffMember,
  receipt: BorrowerPayment | BorrowerPaymentRefusal,
): Promise<BorrowerPayment> {
  if (typeof receipt === 'string') throw refused(sentences[receipt])
  const isAgreed =
    receipt.book === accountTypes.demo && (await tryMarkBorrowerPaymentApproved(sql, receipt, staff.name, context.app.clock.now()))
  await log(receipt.number === null ? 'debt.recovery' : 'debt.repay', aboutOf(receipt))
  return isAgreed ? { ...receipt, status: borrowerPaymentStatus.agreed } : receipt
}

/** The borrower paid the oldest open instalment. In the REAL book somebody else must agree before it is shared out. */
export const enterDebtRepayment = (context: OperatorContext, staff: StaffMember, key: DebtProjectKey): Promise<BorrowerPayment> =>
  runStaffAction(context, staff, 'debt.enter', async (action) =>
    entered(action, context, staff, await proposeDebtRepayment(action.sql, key, staff.name, context.app.clock.now())),
  )

/** Something came in after a default; `final`: nothing more will. */
export async function enterDebtRecovery(
  context: OperatorContext,
  staff: StaffMember,
  key: DebtProjectKey,
  amount: Decimal,
  final: boolean,
): Promise<BorrowerPayment> {
  if (isNegative(amount) || decimalPlacesOfStep(amount) > 8)
    throw new StaffError('usage', 'An amount is not below zero and has at most 8 decimals.')
  return runStaffAction(context, staff, 'debt.enter', async (action) =>
    entered(action, context, staff, await proposeDebtRecovery(action.sql, key, { amount, final }, staff.name, context.app.clock.now())),
  )
}

async function waiting(sql: Sql, id: string): Promise<BorrowerPayment> {
  const receipt = isRowId(id) ? await findBorrowerPaymentById(sql, id) : undefined
  if (!receipt) throw refused(`There is no receipt ${id}.`)
  if (receipt.status !== borrowerPaymentStatus.proposed) throw refused(`Receipt ${id} was decided by ${receipt.decided_by} already.`)
  return receipt
}

/** What somebody else entered is true: it is shared out. */
export const approveDebtReceipt = (context: OperatorContext, staff: StaffMember, id: string): Promise<BorrowerPayment> =>
  runStaffAction(context, staff, 'debt.agree', async ({ sql, log }) => {
    const receipt = await waiting(sql, id)
    const proposed_by = receipt.proposed_by === staff.name ? staff.id : ''
    assertFourEyes({ proposed_by, proposed_ms: receipt.at_ms }, staff, context.app.config, context.app.clock.now())
    if (!(await tryMarkBorrowerPaymentApproved(sql, receipt, staff.name, context.app.clock.now())))
      throw refused('The project is in another state now. Decline this and enter it again.')
    await log('debt.agree', { ...aboutOf(receipt), enteredBy: receipt.proposed_by })
    return receipt
  })

/** Ends what was entered without sharing anything out; one's own too. */
export const declineDebtReceipt = (context: OperatorContext, staff: StaffMember, id: string): Promise<void> =>
  runStaffAction(context, staff, 'debt.agree', async ({ sql, log }) => {
    const receipt = await waiting(sql, id)
    await markBorrowerPaymentDeclined(sql, id, staff.name)
    await log('debt.decline', aboutOf(receipt))
  })

/** The borrower has defaulted, as of today: for a reason, before thirty days are over. */
export async function declareDebtDefault(context: OperatorContext, staff: StaffMember, key: DebtProjectKey, reason: string): Promise<void> {
  const why = reason.trim()
  if (why.length < 10 || why.length > 300) throw new StaffError('usage', 'The reason is 10 to 300 characters.')
  return runStaffAction(context, staff, 'debt.default', async ({ sql, log, afterCommit }) => {
    const project = await findDebtProject(sql, key, { lock: true })
    if (project?.status !== debtProjectStatus.repaying) throw refused(sentences[project ? 'notRepaying' : 'unknown'])
    await markDebtProjectDefaulted(context.app, sql, key, serverDayAt(context.app.clock.now()), afterCommit)
    await log('debt.default', { project: key.product_id, book: bookNames[key.book], reason: why })
  })
}
