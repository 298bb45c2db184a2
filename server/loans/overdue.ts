import { loanStatus } from '#contract/states.ts'
import { asInstant, instantToWireTime, serverDayAt } from '#contract/time.ts'
import type { Decimal } from '#contract/decimal.ts'
import { accountTypes } from '#contract/constants.ts'
import { readAvailableBalance } from '#ledger/ledger.ts'
import { tradingEndSecond } from '#market/marketClosed.ts'
import { isPositive, q8, smallerDecimal } from '#rules/decimal.ts'
import { loanDebtOn } from '#rules/loan.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import { trimLoanAmountZeros } from './request.ts'
import { lockWalletAndLoan } from './decide.ts'
import { liquidateLoanAtPrice } from './liquidate.ts'
import { collateralTriggerPrices } from './payOut.ts'
import { applyLoanRepayment } from './repay.ts'
import { debtOfLoanAt, isLoanPaidOut, isPaidOutPledgedLoan, type LoanRow, type PaidOutLoanRow, type PaidOutPledgedLoanRow } from './rows.ts'
import { collateralMarketOf } from '../terms/loanTerms.ts'
import { isLoanRunning } from './serialize.ts'
import { changeLoan } from './store.ts'
import { type LoanTransactionContext, tryRunLoanTransaction, notifyBorrower } from './notify.ts'

const dayMs = 86_400_000
const atOnce = 500
/** So many days are notices sent, one a day, before anything is debited (docs/rules/loans.md). */
const noticesBefore = 3

/** Found by what makes it due, whatever the planner thinks of the order of ids. */
const dueLoans = (app: AppContext, where: string, params: readonly unknown[], afterId: string): Promise<{ id: string }[]> =>
  app.db.query<{ id: string }>(
    `with due as materialized (select id from loan where ${where})
     select id from due where id > $${params.length + 1} order by id limit ${atOnce}`,
    [...params, afterId],
  )

/** Every loan that this finds, each in a transaction of its own, as it is under its locks. */
async function eachLoan(
  app: AppContext,
  where: string,
  params: readonly unknown[],
  work: (doing: LoanTransactionContext, row: PaidOutLoanRow) => Promise<unknown>,
): Promise<void> {
  for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
    const found: { id: string }[] = await dueLoans(app, where, params, afterId)
    for (const { id } of found) {
      await tryRunLoanTransaction(app, id, async (doing) => {
        const row = await lockWalletAndLoan(doing.sql, id)
        if (row && isLoanRunning(row) && isLoanPaidOut(row)) await work(doing, row)
      })
    }
    afterId = found.length === atOnce ? found.at(-1)?.id : undefined
  }
}

/** What was not repaid by its end is overdue, and its owner is told for the first time. */
export const markOverdueLoans = (app: AppContext): Promise<void> =>
  eachLoan(app, 'status = 3 and end_ms <= $1', [app.clock.now()], async (doing, row) => {
    const { sql, now } = doing
    if (row.status !== loanStatus.paid || Number(row.end_ms) > now) return
    const overdue = await changeLoan(sql, row.id, { status: loanStatus.overdue, overdue_ms: now, notices: 1, notice_day: serverDayAt(now) })
    await tellOverdue(doing, overdue as PaidOutLoanRow)
  })

/** Three days before the end of a term, and on the last. */
export const sendLoanTermReminders = (app: AppContext): Promise<void> => {
  const now = app.clock.now()
  const where = 'status = 3 and end_ms > $1 and end_ms <= $2 and (reminders = 0 or (reminders = 1 and end_ms <= $3))'
  return eachLoan(app, where, [now, now + 3 * dayMs, now + dayMs], async (doing, row) => {
    const isLast = Number(row.end_ms) <= doing.now + dayMs
    if (row.status !== loanStatus.paid || row.reminders >= (isLast ? 2 : 1)) return
    await changeLoan(doing.sql, row.id, { reminders: isLast ? 2 : 1 })
    const amount = loanDebtOn(row, row.end_day).total
    await notifyBorrower(doing, row, 'loanDueSoon', { due: instantToWireTime(Number(row.end_ms)), amount, currency: row.currency })
  })
}

/** One notice a day, three in all, however long nobody was there to send them. */
export const sendOverdueLoanNotices = (app: AppContext): Promise<void> =>
  eachLoan(app, `status = 5 and notices < ${noticesBefore} and notice_day < $1`, [serverDayAt(app.clock.now())], async (doing, row) => {
    const today = serverDayAt(doing.now)
    if (row.notices >= noticesBefore || (row.notice_day ?? '') >= today) return
    await tellOverdue(doing, (await changeLoan(doing.sql, row.id, { notices: row.notices + 1, notice_day: today })) as PaidOutLoanRow)
  })

/** The first day on which the balance may be asked: after the days of grace and after the third notice. */
function debitDay({ end_day, grace_days, notices, notice_day }: PaidOutLoanRow): string {
  const graceOver = addServerDays(end_day, grace_days + 1)
  const noticesOver = addServerDays(notice_day ?? end_day, noticesBefore - notices + 1)
  return graceOver > noticesOver ? graceOver : noticesOver
}

async function tellOverdue(doing: LoanTransactionContext, row: PaidOutLoanRow): Promise<void> {
  await notifyBorrower(doing, row, 'loanOverdue', {
    amount: debtOfLoanAt(row, doing.now).total,
    currency: row.currency,
    notice: String(row.notices),
    late: addServerDays(row.end_day, row.grace_days + 1),
    debit: debitDay(row),
  })
}

/**
 * Once a day, after three notices: what is overdue is taken out of the available USDT, as far as they reach; what a pledge still owes then
 * is repaid out of its collateral, as soon as there is a price. Nobody's other coins are ever sold.
 */
export const collectOverdueLoans = (app: AppContext): Promise<void> => {
  const where = `status = 5 and notices = ${noticesBefore} and (debit_day is null or debit_day < $1 or kind = 2)`
  return eachLoan(app, where, [serverDayAt(app.clock.now())], async (doing, row) => {
    const today = serverDayAt(doing.now)
    if (row.status !== loanStatus.overdue || row.notices < noticesBefore || today < debitDay(row)) return
    const left = (row.debit_day ?? '') < today ? await debit(doing, row, today) : row
    if (left && isPaidOutPledgedLoan(left)) await sellNow(doing, left)
  })
}

async function debit(doing: LoanTransactionContext, row: PaidOutLoanRow, today: string): Promise<LoanRow | undefined> {
  const { sql, now } = doing
  const marked = (await changeLoan(sql, row.id, { debit_day: today })) as PaidOutLoanRow
  const owed = debtOfLoanAt(row, now).total
  const money = q8(smallerDecimal(await readAvailableBalance(sql, row.user_id, accountTypes.real, row.currency), owed))
  if (!isPositive(money)) return marked
  const after = await applyLoanRepayment(doing, marked, money, 'debited')
  const left: Decimal = after.status === loanStatus.overdue ? debtOfLoanAt(after as PaidOutLoanRow, now).total : q8('0')
  await notifyBorrower(doing, after, 'loanDebited', { amount: money, currency: row.currency, left: trimLoanAmountZeros(left) })
  return after.status === loanStatus.overdue ? after : undefined
}

/** At the newest record of an open market, or of one that is delisted, whose price goes on; without one it is tried again a minute later. */
async function sellNow(doing: LoanTransactionContext, row: PaidOutPledgedLoanRow): Promise<void> {
  const { market } = doing.app
  const symbol = collateralMarketOf(row.collateral_currency)
  const isPriced = market.isOpen(symbol, asInstant(doing.now)) || doing.now >= tradingEndSecond(market, symbol) * 1000
  const quote = isPriced ? market.quote(symbol) : undefined
  if (quote && !quote.stale) await liquidateLoanAtPrice(doing, row, { mid: quote.mid, sec: quote.sec })
}

/** At midnight interest has grown: at and below which prices each collateral is called for and sold from today on. */
export async function updateLoanTriggerPrices(app: AppContext): Promise<void> {
  for (;;) {
    const today = serverDayAt(app.clock.now())
    const count = await app.db.transaction(async (sql) => {
      const rows = await sql.query<PaidOutPledgedLoanRow>(
        `select * from loan where kind = 2 and status in (3, 5) and reckoned_day < $1 order by reckoned_day, id limit ${atOnce}
         for update skip locked`,
        [today],
      )
      const prices = rows.map((row) => collateralTriggerPrices(row, loanDebtOn(row, today), today))
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
