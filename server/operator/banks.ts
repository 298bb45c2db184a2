import { bankDepositTerms } from '#contract/calls/deposits.ts'
import type { Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isPositive, q8, decimalPlacesOfStep } from '#rules/decimal.ts'
import { ownerOfDepositReference } from '../deposits/bank.ts'
import {
  type BankStatementLine,
  findClaimForStatementLine,
  tryCreditBankStatementLine,
  declineBankStatementLine,
  insertBankStatementLine,
  lockBankStatementLine,
  normalizeBankStatementReference,
  waitingBankStatementLines,
} from '../deposits/bankLines.ts'
import { isRowId, newRowId } from '../core/ids.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { assertFourEyes } from './fourEyes.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

const refused = (sentence: string) => new StaffError('refused', sentence)
const usage = (sentence: string) => new StaffError('usage', sentence)

/** Where a currency is to be sent by bank. */
export interface DepositBankDetails {
  id: string
  currency: string
  bankName: string
  holder: string
  account: string
  swift: string
  enteredBy: string
  isInForce: boolean
}

interface Row {
  id: string
  currency: string
  bank_name: string
  holder: string
  account: string
  swift: string
  entered_by: string
  entered_ms: string
  enterer: string
  status: number
}

const columns = `b.*, e.name as enterer from bank_details b join staff e on e.id = b.entered_by`

function termsOf(currency: string) {
  const terms = bankDepositTerms.find((depositCurrency) => depositCurrency.currency === currency)
  if (!terms)
    throw usage(`"${currency}" does not come in by bank. Currencies: ${bankDepositTerms.map((currency) => currency.currency).join(', ')}.`)
  return terms
}

/** What holds now, what waits, and the lines of statements that wait, for somebody else to agree. */
export const listBankDetailsAndStatementLines = (
  context: OperatorContext,
  staff: StaffMember,
): Promise<{ details: DepositBankDetails[]; lines: BankStatementLine[] }> =>
  runStaffAction(context, staff, 'bank.list', async ({ sql, log }) => {
    const rows = await sql.query<Row>(
      `select ${columns} where b.status = 0 or b.id in (select distinct on (currency) id from bank_details where status = 1
         order by currency, decided_ms desc, id desc) order by b.currency, b.id`,
    )
    const lines = await waitingBankStatementLines(sql)
    await log('bank.list', { lines: String(lines.length) })
    const details = rows.map((row) => ({
      id: row.id,
      currency: row.currency,
      bankName: row.bank_name,
      holder: row.holder,
      account: row.account,
      swift: row.swift,
      enteredBy: row.enterer,
      isInForce: row.status === 1,
    }))
    return { details, lines }
  })

/** Enters where a currency is sent from now on; nobody is shown it before somebody else agrees. */
export function enterDepositBankDetails(
  context: OperatorContext,
  staff: StaffMember,
  input: { currency: string; bankName: string; holder: string; account: string; swift?: string | undefined },
): Promise<string> {
  termsOf(input.currency)
  const [bankName, holder, account] = [input.bankName.trim(), input.holder.trim(), input.account.trim()]
  const swift = (input.swift ?? '').trim().toUpperCase()
  for (const [name, text, most] of [
    ['bank', bankName, 60],
    ['holder', holder, 60],
    ['account', account, 40],
  ] as const)
    if (text.length < 2 || text.length > most) throw usage(`--${name} is 2 to ${most} characters: people copy it.`)
  if (swift !== '' && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(swift)) throw usage('--swift is 8 or 11 letters and digits.')
  return runStaffAction(context, staff, 'bank.details', async ({ sql, log }) => {
    const now = context.app.clock.now()
    const id = newRowId(now)
    await sql.query(
      `insert into bank_details (id, currency, bank_name, holder, account, swift, entered_by, entered_ms) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, input.currency, bankName, holder, account, swift, staff.id, now],
    )
    await log('bank.details', { id, currency: input.currency, bank: bankName, holder, account, ...(swift !== '' && { swift }) })
    return id
  })
}

/** What stands in the bank's statement. */
export interface BankStatementLineEntry {
  /** What the person wrote beside the transfer. */
  reference: string
  currency: string
  amount: Decimal
  bankReference: string
  day: string
  sender: string
  /** The claim that it answers; without, the oldest of that person and currency, and without any it stands alone. */
  claim?: string | undefined
}

/** Enters a line of the bank's statement; nothing is credited before somebody else agrees. Each line is entered once. */
export function enterBankStatementLine(context: OperatorContext, staff: StaffMember, input: BankStatementLineEntry): Promise<string> {
  const { currency, amount, day } = input
  const { places } = termsOf(currency)
  const now = context.app.clock.now()
  const bankReference = normalizeBankStatementReference(input.bankReference)
  const sender = input.sender.trim()
  if (!isPositive(amount) || decimalPlacesOfStep(amount) > places)
    throw usage(`An amount of ${currency} is above zero and has at most ${places} decimals.`)
  if (!/^[!-~]{4,64}$/.test(bankReference)) throw usage('--line is the bank’s own reference of the transfer, 4 to 64 characters.')
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)) || day > serverDayAt(now + 86_400_000))
    throw usage('--day is a day that has come, such as 2026-11-25.')
  if (sender.length < 2 || sender.length > 100) throw usage('--sender is the name on the statement, 2 to 100 characters.')
  return runStaffAction(context, staff, 'bank.enter', async ({ sql, log }) => {
    const userId = await ownerOfDepositReference(sql, input.reference)
    if (userId === undefined) throw refused(`Nobody has the reference ${input.reference}: check each digit.`)
    const claim = await findClaimForStatementLine(sql, userId, currency, input.claim)
    if (input.claim !== undefined && !claim) throw refused(`No claim ${input.claim} of this person in ${currency} waits for a line.`)
    const line = {
      user_id: userId,
      deposit_id: claim?.id ?? null,
      currency,
      amount,
      bank_reference: bankReference,
      value_day: day,
      sender,
      entered_by: staff.id,
    }
    const id = await insertBankStatementLine(sql, line, now)
    if (id === undefined) throw refused(`The line ${bankReference} in ${currency} was entered already.`)
    await log('bank.enter', { id, userId, currency, amount: q8(amount), line: bankReference, day, ...(claim && { claim: claim.id }) })
    return id
  })
}

/** Agrees to what somebody else entered: a line is credited, once, and the person is told; details hold from now on. Says which. */
export const approveBankDetailsOrStatementLine = (context: OperatorContext, staff: StaffMember, id: string): Promise<string> =>
  runStaffAction(context, staff, 'bank.agree', async ({ sql, log, afterCommit }) => {
    const now = context.app.clock.now()
    const found = await waiting(sql, id)
    assertFourEyes({ proposed_by: found.row.entered_by, proposed_ms: found.row.entered_ms }, staff, context.app.config, now)
    if (found.is === 'details') {
      await sql.query('update bank_details set status = 1, decided_by = $2, decided_ms = $3 where id = $1 and status = 0', [
        id,
        staff.id,
        now,
      ])
      await log('bank.agreeDetails', { id, currency: found.row.currency, account: found.row.account, enteredBy: found.row.enterer })
      return `In force: ${found.row.currency} is sent to ${found.row.account}.`
    }
    const { user_id: userId, currency, amount, bank_reference: line, enterer } = found.row
    if (!(await tryCreditBankStatementLine(context.app, sql, found.row, staff, afterCommit)))
      throw refused('The claim was decided meanwhile. Decline this and enter the line again.')
    await log('bank.agree', { id, userId, currency, amount: q8(amount), line, enteredBy: enterer })
    return `Credited: ${amount} ${currency} for person ${userId}.`
  })

/** Ends what was entered without any effect; one's own too. */
export const declineBankDetailsOrStatementLine = (context: OperatorContext, staff: StaffMember, id: string): Promise<void> =>
  runStaffAction(context, staff, 'bank.agree', async ({ sql, log }) => {
    const now = context.app.clock.now()
    const found = await waiting(sql, id)
    if (found.is === 'line') await declineBankStatementLine(sql, id, staff.id, now)
    else
      await sql.query('update bank_details set status = -1, decided_by = $2, decided_ms = $3 where id = $1 and status = 0', [
        id,
        staff.id,
        now,
      ])
    await log('bank.decline', { id, currency: found.row.currency, enteredBy: found.row.enterer })
  })

type Waiting = { is: 'line'; row: BankStatementLine } | { is: 'details'; row: Row }

/** What waits under this id, locked. */
async function waiting(sql: Sql, id: string): Promise<Waiting> {
  const line = await lockBankStatementLine(sql, id)
  if (line?.status === 0) return { is: 'line', row: line }
  const [details] = isRowId(id) ? await sql.query<Row>(`select ${columns} where b.id = $1 for update of b`, [id]) : []
  if (details?.status === 0) return { is: 'details', row: details }
  if (line || details) throw refused(`${id} was decided already.`)
  throw refused(`Nothing of a bank waits under ${id}.`)
}
