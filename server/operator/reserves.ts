import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { changeEarnReserve } from '#ledger/earnReserve.ts'
import { type HouseBucket, post } from '#ledger/ledger.ts'
import { changeLoanPool, loanPoolOf } from '#ledger/loanPool.ts'
import { changeWelfare, lockWelfare } from '#ledger/welfare.ts'
import { add, compare, isNegative, isZero, larger, negate, q8, scaleOf, subtract, zero } from '#rules/decimal.ts'
import { lockPrizes, prizeCurrency, prizeMoney, promisedPrizes } from '../competitions/table.ts'
import { isRowId, newId } from '../ids.ts'
import { grantCurrency, promisedGrants } from '../levels/promised.ts'
import { promisedByPool } from '../loans/promised.ts'
import { loanCurrency } from '../loans/sets.ts'
import { productKinds } from '../products/kinds.ts'
import { owedByReserve } from '../products/owed.ts'
import { earnReserve } from '../products/reserve.ts'
import { type Desk, work } from './desk.ts'
import { refuseSamePerson } from './otherPerson.ts'
import { StaffRefused } from './refused.ts'
import type { Staff } from './staff.ts'

/** What staff call them. */
export const reserveNames = ['earn', 'loans', 'prizes', 'welfare'] as const
export type ReserveName = (typeof reserveNames)[number]

/** One of the house's accounts of the REAL book that people are paid from. In DEMO everything is issued. */
interface Reserve {
  account: Extract<HouseBucket, 'RESERVE_EARN' | 'LOAN_POOL' | 'PRIZE' | 'WELFARE'>
  /** Whether anything is paid out of it in this currency. */
  pays(sql: Sql, currency: string): Promise<boolean>
  /** What it holds; nobody else changes it until the transaction ends. */
  held(sql: Sql, currency: string): Promise<Decimal>
  /** What it must keep for what people have or were promised. */
  owed(desk: Desk, sql: Sql, currency: string, now: Instant): Promise<Decimal>
  change(sql: Sql, currency: string, by: Decimal): Promise<unknown>
}

const reserves: Readonly<Record<ReserveName, Reserve>> = {
  earn: {
    account: 'RESERVE_EARN',
    pays: async (sql, currency) => (await sql.query('select from product where income_currency = $1 limit 1', [currency])).length > 0,
    held: (sql, currency) => earnReserve(sql, book.real, currency, true),
    owed: ({ house }, sql, currency, now) => owedByReserve(sql, productKinds(house), currency, now),
    change: (sql, currency, by) => changeEarnReserve(sql, book.real, currency, by),
  },
  loans: {
    account: 'LOAN_POOL',
    pays: async (_, currency) => currency === loanCurrency,
    held: async (sql, currency) => {
      await sql.query('select from loan_pool where currency = $1 for update', [currency])
      return loanPoolOf(sql, currency)
    },
    owed: (_, sql, currency) => promisedByPool(sql, currency),
    change: changeLoanPool,
  },
  prizes: {
    account: 'PRIZE',
    pays: async (_, currency) => currency === prizeCurrency,
    held: async (sql) => {
      await lockPrizes(sql)
      return prizeMoney(sql)
    },
    owed: (_, sql) => promisedPrizes(sql),
    // What it holds is the sum of its legs.
    change: (sql) => lockPrizes(sql),
  },
  welfare: {
    account: 'WELFARE',
    pays: async (_, currency) => currency === grantCurrency,
    // Without what lies in vouchers, which was taken off when they were given.
    held: lockWelfare,
    owed: (_, sql) => promisedGrants(sql),
    change: async (sql, currency, by) => {
      if (!(await changeWelfare(sql, currency, by))) throw refused('The welfare account does not hold that much.')
    },
  },
}

/** Money of the house that is put into a reserve, or taken out of it. */
export interface ReserveChange {
  id: string
  name: ReserveName
  currency: string
  /** Signed. */
  amount: Decimal
  reason: string
  proposedBy: string
  proposedAt: Instant
  status: 'waiting' | 'approved' | 'declined'
  decidedBy: string | undefined
}

interface Row {
  id: string
  account: Reserve['account']
  currency: string
  amount: Decimal
  reason: string
  proposed_by: string
  proposer: string
  proposed_ms: string
  status: number
  decider: string | null
}

const select = `select c.id, c.account, c.currency, c.amount, c.reason, c.proposed_by, p.name as proposer, c.proposed_ms, c.status,
  d.name as decider from reserve_change c join staff p on p.id = c.proposed_by left join staff d on d.id = c.decided_by`
const nameOf = (account: Reserve['account']): ReserveName => reserveNames.find((name) => reserves[name].account === account) ?? 'earn'
const changeOf = (row: Row): ReserveChange => ({
  id: row.id,
  name: nameOf(row.account),
  currency: row.currency,
  amount: row.amount,
  reason: row.reason,
  proposedBy: row.proposer,
  proposedAt: asInstant(Number(row.proposed_ms)),
  status: row.status === 0 ? 'waiting' : row.status === 1 ? 'approved' : 'declined',
  decidedBy: row.decider ?? undefined,
})

const refused = (sentence: string) => new StaffRefused('refused', sentence)

/** Those that wait, oldest first, or the newest fifty with those decided. Who looked is written down. */
export async function listReserveChanges(desk: Desk, staff: Staff, all: boolean): Promise<ReserveChange[]> {
  const text = all ? `${select} order by c.id desc limit 50` : `${select} where c.status = 0 order by c.id`
  return work(desk, staff, 'reserve.list', async ({ sql, log }) => {
    const rows = await sql.query<Row>(text)
    await log('reserve.list', { decided: all ? 'too' : 'no', found: String(rows.length) })
    return rows.map(changeOf)
  })
}

/** Writes the wish down; nothing moves before somebody else approves it. */
export function proposeReserveChange(
  desk: Desk,
  staff: Staff,
  { name, currency, amount, reason }: Pick<ReserveChange, 'name' | 'currency' | 'amount' | 'reason'>,
): Promise<string> {
  const why = reason.trim()
  if (isZero(amount) || scaleOf(amount) > 8) throw new StaffRefused('usage', 'An amount is not zero and has at most 8 decimals.')
  if (why.length < 10 || why.length > 300) throw new StaffRefused('usage', 'The reason is 10 to 300 characters.')
  return work(desk, staff, 'reserve.propose', async ({ sql, log }) => {
    const { account, pays } = reserves[name]
    if (!(await pays(sql, currency))) throw new StaffRefused('usage', `Nothing is paid out of "${name}" in "${currency}".`)
    const now = desk.house.clock.now()
    const id = newId(now)
    await sql.query(
      'insert into reserve_change (id, account, currency, amount, reason, proposed_by, proposed_ms) values ($1, $2, $3, $4, $5, $6, $7)',
      [id, account, currency, amount, why, staff.id, now],
    )
    await log('reserve.propose', { id, reserve: name, currency, amount: q8(amount), reason: why })
    return id
  })
}

/** The waiting one, locked. Refuses an unknown one and one that was decided. */
async function lockWaiting(sql: Sql, id: string): Promise<Row> {
  const [row] = isRowId(id) ? await sql.query<Row>(`${select} where c.id = $1 for update of c`, [id]) : []
  if (!row) throw refused(`There is no change ${id} of a reserve.`)
  if (row.status !== 0) throw refused(`Change ${id} was ${row.status === 1 ? 'approved' : 'declined'} by ${row.decider} already.`)
  return row
}

/**
 * Posts it between the reserve and the house's capital in one transaction. Refuses the proposer, an account that is younger than the
 * proposal, and taking what the reserve must keep for open orders, promised loans, prizes that were offered, and bonuses and vouchers that were given.
 */
export function approveReserveChange(desk: Desk, staff: Staff, id: string): Promise<ReserveChange> {
  return work(desk, staff, 'reserve.decide', async ({ sql, log }) => {
    const { house } = desk
    const row = await lockWaiting(sql, id)
    const now = house.clock.now()
    refuseSamePerson(row, staff, house.config, now)
    if (isNegative(row.amount)) await refuseOwed(desk, sql, row, now)
    const posting = await bookIt(sql, row, now)
    await sql.query(
      'update reserve_change set status = 1, decided_by = $2, decided_ms = $3, posting_id = $4 where id = $1 and status = 0',
      [row.id, staff.id, now, posting],
    )
    const { account, currency, amount, proposer } = row
    await log('reserve.approve', { id: row.id, reserve: nameOf(account), currency, amount, proposedBy: proposer, posting })
    return { ...changeOf(row), status: 'approved', decidedBy: staff.name }
  })
}

async function refuseOwed(desk: Desk, sql: Sql, { account, currency, amount }: Row, now: Instant): Promise<void> {
  const { held, owed } = reserves[nameOf(account)]
  const has = await held(sql, currency)
  const keeps = await owed(desk, sql, currency, now)
  if (compare(add(has, amount), keeps) >= 0) return
  const free = q8(larger(subtract(has, keeps), zero))
  throw refused(`It holds ${q8(has)} ${currency} and must keep ${q8(keeps)} for what is open: at most ${free} can be taken.`)
}

async function bookIt(sql: Sql, { id, account, currency, amount, reason }: Row, at: Instant): Promise<string> {
  await reserves[nameOf(account)].change(sql, currency, amount)
  return post(sql, {
    book: book.real,
    refType: 'capital',
    refId: id,
    requestId: `reserve ${id}`,
    remark: reason,
    at,
    legs: [
      { house: account, currency, amount },
      { house: 'CAPITAL', currency, amount: negate(amount) },
    ],
  })
}

/** Ends a proposal without a posting; anyone who may decide can, also who proposed it. */
export function declineReserveChange(desk: Desk, staff: Staff, id: string): Promise<void> {
  return work(desk, staff, 'reserve.decide', async ({ sql, log }) => {
    const row = await lockWaiting(sql, id)
    await sql.query('update reserve_change set status = -1, decided_by = $2, decided_ms = $3 where id = $1 and status = 0', [
      row.id,
      staff.id,
      desk.house.clock.now(),
    ])
    await log('reserve.decline', { id: row.id, proposedBy: row.proposer })
  })
}
