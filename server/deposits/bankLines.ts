import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { depositStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import { isRowId, newRowId } from '../core/ids.ts'
import { usdtValueOf } from '#market/usdtValue.ts'
import { buildBankDeposit, getOrCreateUserDepositReference } from './bank.ts'
import { tryCreditOrEndDeposit } from './credit.ts'
import type { DepositRow } from './deposit.ts'
import { insertDeposit } from './store.ts'

/** A line of the bank's statement, as it was entered. */
export interface BankStatementLine {
  id: string
  user_id: string
  deposit_id: string | null
  currency: string
  amount: Decimal
  bank_reference: string
  value_day: string
  sender: string
  entered_by: string
  entered_ms: string
  status: number
  /** Who entered it and who decided, by name. */
  enterer: string
  decider: string | null
}

export type NewBankStatementLineRow = Pick<
  BankStatementLine,
  'user_id' | 'deposit_id' | 'currency' | 'amount' | 'bank_reference' | 'value_day' | 'sender' | 'entered_by'
>

const select = `select l.*, e.name as enterer, d.name as decider from bank_line l join staff e on e.id = l.entered_by
  left join staff d on d.id = l.decided_by`

/** The bank's own reference in the one spelling under which it stands for money once. */
export const normalizeBankStatementReference = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/** The waiting claim of this person and currency that a line answers: the one that is named, or else the oldest. */
export async function findClaimForStatementLine(sql: Sql, userId: string, currency: string, id?: string): Promise<DepositRow | undefined> {
  if (id !== undefined && !isRowId(id)) return undefined
  const [row] = await sql.query<DepositRow>(
    `select * from deposit d where user_id = $1 and currency = $2 and source = 'bank' and status = 0 and ($3::bigint is null or id = $3)
       and not exists (select from bank_line l where l.deposit_id = d.id and l.status >= 0)
     order by id limit 1`,
    [userId, currency, id ?? null],
  )
  return row
}

/** Writes a line down; undefined where the same one, or one for the same claim, waits or was posted. */
export async function insertBankStatementLine(sql: Sql, line: NewBankStatementLineRow, nowMs: number): Promise<string | undefined> {
  const id = newRowId(nowMs)
  const columns = { id, ...line, entered_ms: nowMs }
  const names = Object.keys(columns)
  const rows = await sql.query(
    `insert into bank_line (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) on conflict do nothing returning id`,
    Object.values(columns),
  )
  return rows.length > 0 ? id : undefined
}

/** Those that wait for somebody to agree, oldest first. */
export const waitingBankStatementLines = (sql: Sql): Promise<BankStatementLine[]> =>
  sql.query<BankStatementLine>(`${select} where l.status = 0 order by l.id`)

/** A line, locked until the transaction ends; undefined for none. */
export async function lockBankStatementLine(sql: Sql, id: string): Promise<BankStatementLine | undefined> {
  const [row] = isRowId(id) ? await sql.query<BankStatementLine>(`${select} where l.id = $1 for update of l`, [id]) : []
  return row
}

/**
 * Credits what a waiting line says, once, in the caller's transaction: through the claim that it answers, or as a deposit of its own. False
 * when the claim was decided meanwhile; then nothing was done.
 */
export async function tryCreditBankStatementLine(
  app: AppContext,
  sql: Sql,
  line: BankStatementLine,
  by: { id: string; name: string },
  afterCommit: (effect: () => void) => void,
): Promise<boolean> {
  const now = app.clock.now()
  await lockWallet(sql, line.user_id, accountTypes.real)
  const row = line.deposit_id === null ? await depositOf(app, sql, line, now) : await claimed(sql, line.deposit_id)
  if (!row) return false
  if (!(await tryCreditOrEndDeposit(app, sql, row, { status: depositStatus.credited, by: by.name, credited: line.amount }, afterCommit)))
    return false
  await sql.query('update bank_line set status = 1, deposit_id = $2, decided_by = $3, decided_ms = $4 where id = $1 and status = 0', [
    line.id,
    row.id,
    by.id,
    now,
  ])
  return true
}

const claimed = async (sql: Sql, id: string): Promise<DepositRow | undefined> =>
  (await sql.query<DepositRow>('select * from deposit where id = $1 and status = 0 for update', [id]))[0]

async function depositOf(
  app: AppContext,
  sql: Sql,
  { user_id: userId, currency, amount }: BankStatementLine,
  now: number,
): Promise<DepositRow> {
  const reference = await getOrCreateUserDepositReference(sql, userId, now)
  const value_usdt = usdtValueOf(app.market, currency, amount) ?? null
  return insertDeposit(sql, { ...buildBankDeposit(app, { userId, currency, money: amount, reference }), value_usdt }, now)
}

/** Ends a waiting line without crediting anything. */
export const declineBankStatementLine = (sql: Sql, id: string, staffId: string, nowMs: number): Promise<unknown> =>
  sql.query('update bank_line set status = -1, decided_by = $2, decided_ms = $3 where id = $1 and status = 0', [id, staffId, nowMs])
