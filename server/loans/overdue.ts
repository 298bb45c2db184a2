import { loanStatus } from '#contract/states.ts'
import { asInstant, toWire, wireDay } from '#contract/time.ts'
import type { Decimal } from '#contract/decimal.ts'
import { book } from '#contract/constants.ts'
import { available } from '#ledger/ledger.ts'
import { isPositive, q8, smaller } from '#rules/decimal.ts'
import { debtOn } from '#rules/loan.ts'
import { dayPlus } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { plain } from './ask.ts'
import { lockBoth } from './decide.ts'
import { sell } from './liquidate.ts'
import { pricesFor } from './payOut.ts'
import { takeRepayment } from './repay.ts'
import { debtAt, isPaidOut, isPledged, type LoanRow, type PaidRow, type PledgedRow } from './rows.ts'
import { marketOf } from './sets.ts'
import { isRunning } from './shown.ts'
import { changeLoan } from './store.ts'
import { type Doing, inTransaction, notify } from './tell.ts'

const dayMs = 86_400_000
const atOnce = 500
/** So many days are notices sent, one a day, before anything is debited (product §2.12). */
const noticesBefore = 3

/** Found by what makes it due, whatever the planner thinks of the order of ids. */
const dueOnes = (house: House, where: string, given: readonly unknown[], afterId: string): Promise<{ id: string }[]> =>
  house.db.query<{ id: string }>(
    `with due as materialized (select id from loan where ${where})
     select id from due where id > $${given.length + 1} order by id limit ${atOnce}`,
    [...given, afterId],
  )

/** Every loan that this finds, each in a transaction of its own, as it is under its locks. */
async function eachLoan(
  house: House,
  where: string,
  given: readonly unknown[],
  work: (doing: Doing, row: PaidRow) => Promise<unknown>,
): Promise<void> {
  for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
    const found: { id: string }[] = await dueOnes(house, where, given, afterId)
    for (const { id } of found) {
      await inTransaction(house, id, async (doing) => {
        const row = await lockBoth(doing.sql, id)
        if (row && isRunning(row) && isPaidOut(row)) await work(doing, row)
      })
    }
    afterId = found.length === atOnce ? found.at(-1)?.id : undefined
  }
}

/** What was not repaid by its end is overdue, and its owner is told for the first time. */
export const endTerms = (house: House): Promise<void> =>
  eachLoan(house, 'status = 3 and end_ms <= $1', [house.clock.now()], async (doing, row) => {
    const { sql, now } = doing
    if (row.status !== loanStatus.paid || Number(row.end_ms) > now) return
    const overdue = await changeLoan(sql, row.id, { status: loanStatus.overdue, overdue_ms: now, notices: 1, notice_day: wireDay(now) })
    await tellOverdue(doing, overdue as PaidRow)
  })

/** Three days before the end of a term, and on the last. */
export const remind = (house: House): Promise<void> => {
  const now = house.clock.now()
  const where = 'status = 3 and end_ms > $1 and end_ms <= $2 and (reminders = 0 or (reminders = 1 and end_ms <= $3))'
  return eachLoan(house, where, [now, now + 3 * dayMs, now + dayMs], async (doing, row) => {
    const isLast = Number(row.end_ms) <= doing.now + dayMs
    if (row.status !== loanStatus.paid || row.reminders >= (isLast ? 2 : 1)) return
    await changeLoan(doing.sql, row.id, { reminders: isLast ? 2 : 1 })
    const amount = debtOn(row, row.end_day).total
    await notify(doing, row, 'loanDueSoon', { due: toWire(Number(row.end_ms)), amount, currency: row.currency })
  })
}

/** One notice a day, three in all, however long nobody was there to send them. */
export const sendNotices = (house: House): Promise<void> =>
  eachLoan(house, `status = 5 and notices < ${noticesBefore} and notice_day < $1`, [wireDay(house.clock.now())], async (doing, row) => {
    const today = wireDay(doing.now)
    if (row.notices >= noticesBefore || (row.notice_day ?? '') >= today) return
    await tellOverdue(doing, (await changeLoan(doing.sql, row.id, { notices: row.notices + 1, notice_day: today })) as PaidRow)
  })

/** The first day on which the balance may be asked: after the days of grace and after the third notice. */
function debitDay({ end_day, grace_days, notices, notice_day }: PaidRow): string {
  const graceOver = dayPlus(end_day, grace_days + 1)
  const noticesOver = dayPlus(notice_day ?? end_day, noticesBefore - notices + 1)
  return graceOver > noticesOver ? graceOver : noticesOver
}

async function tellOverdue(doing: Doing, row: PaidRow): Promise<void> {
  await notify(doing, row, 'loanOverdue', {
    amount: debtAt(row, doing.now).total,
    currency: row.currency,
    notice: String(row.notices),
    late: dayPlus(row.end_day, row.grace_days + 1),
    debit: debitDay(row),
  })
}

/**
 * Once a day, after three notices: what is overdue is taken out of the available USDT, as far as they reach; what a pledge still owes then
 * is repaid out of its collateral, as soon as there is a price. Nobody's other coins are ever sold.
 */
export const collectOverdue = (house: House): Promise<void> => {
  const where = `status = 5 and notices = ${noticesBefore} and (debit_day is null or debit_day < $1 or kind = 2)`
  return eachLoan(house, where, [wireDay(house.clock.now())], async (doing, row) => {
    const today = wireDay(doing.now)
    if (row.status !== loanStatus.overdue || row.notices < noticesBefore || today < debitDay(row)) return
    const left = (row.debit_day ?? '') < today ? await debit(doing, row, today) : row
    if (left && isPledged(left)) await sellNow(doing, left)
  })
}

async function debit(doing: Doing, row: PaidRow, today: string): Promise<LoanRow | undefined> {
  const { sql, now } = doing
  const marked = (await changeLoan(sql, row.id, { debit_day: today })) as PaidRow
  const owed = debtAt(row, now).total
  const money = q8(smaller(await available(sql, row.user_id, book.real, row.currency), owed))
  if (!isPositive(money)) return marked
  const after = await takeRepayment(doing, marked, money, 'debited')
  const left: Decimal = after.status === loanStatus.overdue ? debtAt(after as PaidRow, now).total : q8('0')
  await notify(doing, after, 'loanDebited', { amount: money, currency: row.currency, left: plain(left) })
  return after.status === loanStatus.overdue ? after : undefined
}

/** At the newest record of an open market; without one it is tried again a minute later. */
async function sellNow(doing: Doing, row: PledgedRow): Promise<void> {
  const { market } = doing.house
  const symbol = marketOf(row.collateral_currency)
  const quote = market.isOpen(symbol, asInstant(doing.now)) ? market.quote(symbol) : undefined
  if (quote && !quote.stale) await sell(doing, row, { mid: quote.mid, sec: quote.sec })
}

/** At midnight interest has grown: at and below which prices each collateral is called for and sold from today on. */
export async function reckonPrices(house: House): Promise<void> {
  for (;;) {
    const today = wireDay(house.clock.now())
    const count = await house.db.transaction(async (sql) => {
      const rows = await sql.query<PledgedRow>(
        `select * from loan where kind = 2 and status in (3, 5) and reckoned_day < $1 order by reckoned_day, id limit ${atOnce}
         for update skip locked`,
        [today],
      )
      const prices = rows.map((row) => pricesFor(row, debtOn(row, today), today))
      await sql.query(
        `update loan l set reckoned_day = $2, call_price = n.call_price, liq_price = n.liq_price
         from unnest($1::bigint[], $3::numeric[], $4::numeric[]) as n (id, call_price, liq_price) where l.id = n.id`,
        [rows.map(({ id }) => id), today, prices.map(({ call_price }) => call_price), prices.map(({ liq_price }) => liq_price)],
      )
      return rows.length
    })
    if (count < atOnce) return
  }
}
