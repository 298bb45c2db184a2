import type { SignedInUser } from '#server/core/visitor.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import type { CreditLoanRequest, loans as rows, PledgedLoanRequest } from '#contract/calls/loans.ts'
import { asDecimal } from '#contract/decimal.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { post } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { createLoanReviewKind } from '#server/loans/decide.ts'
import { runDueLoanJobs } from '#server/loans/engine.ts'
import { loanPreviewHandlers, loansHandlers } from '#server/loans/handlers.ts'
import { liquidateLoansOnRecord } from '#server/loans/liquidate.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { noPreviewers } from '../support/noPreviewers.ts'
import { realAccountFixture } from '../limits/realAccountFixture.ts'

export const dayMs = 86_400_000
const staff = { name: 'mia', isAutomatic: false }

type Wrap = (sql: Sql) => Sql

/** Loans on a real database: time and prices are moved by hand, what is due is worked when told. */
export async function loanFixture(over: Parameters<typeof realAccountFixture>[0] = {}) {
  const world = await realAccountFixture(over)
  const { app, db, clock, feed, market, ask } = world
  const calls = loansHandlers(app)
  const previews = tradingHandlers(app, [], { ...noPreviewers, ...loanPreviewHandlers(app) })
  const wallet = walletHandlers(app)
  const review = createLoanReviewKind(app)
  // As the server that records does.
  market.onRecord((record) => liquidateLoansOnRecord(app, record))

  const person = async ({ coins = {}, ...also }: Parameters<typeof world.person>[0] & { coins?: Record<string, string> } = {}) => {
    const who = await world.person({ kyc: 2, real: '0', ...also })
    for (const [currency, amount] of Object.entries(coins)) await give(who, currency, amount)
    return who
  }
  /** Real money out of nowhere, for tests. */
  const give = (who: SignedInUser, currency: string, amount: string) =>
    db.transaction(async (sql) => {
      await sql.query('insert into wallet (user_id, book) values ($1, 1) on conflict do nothing', [who.userId])
      const legs = [
        { user: who.userId, currency, bucket: 'AVAIL', amount: asDecimal(amount), type: 1 },
        { house: 'CHAIN_IN', currency, amount: negate(amount) },
      ] as const
      await post(sql, { book: 1, refType: 'test', refId: 'gift', at: clock.now(), legs })
    })
  /** Takes it away again. */
  const spend = (who: SignedInUser, currency: string, amount: string) => give(who, currency, `-${amount}`)

  const creditAsk = (amount: string, days = 30): CreditLoanRequest => ({
    setId: 'credit-usdt',
    amount: asDecimal(amount),
    days,
    purpose: 'living',
    income: 'from1500',
  })
  const pledgeAsk = (amount: string, collateral: string, days = 30, collateralCurrency = 'BTC'): PledgedLoanRequest => ({
    setId: 'pledge-usdt',
    amount: asDecimal(amount),
    days,
    collateralCurrency,
    collateralAmount: asDecimal(collateral),
  })
  const lookCredit = (who: SignedInUser, asked: CreditLoanRequest) =>
    ask(who, async (context) => {
      const shown = await previews.preview({ action: 'loanCredit', payload: asked }, context)
      if (shown.action !== 'loanCredit') throw new Error('the preview is of something else')
      return shown
    })
  const lookPledge = (who: SignedInUser, asked: PledgedLoanRequest) =>
    ask(who, async (context) => {
      const shown = await previews.preview({ action: 'loanPledge', payload: asked }, context)
      if (shown.action !== 'loanPledge') throw new Error('the preview is of something else')
      return shown
    })
  const applyCredit = async (who: SignedInUser, asked: CreditLoanRequest, wrap?: Wrap) => {
    const { confirmToken } = await lookCredit(who, asked)
    return ask(who, (context) => calls.applyForCredit({ ...asked, confirmToken }, context), wrap)
  }
  const pledge = async (who: SignedInUser, asked: PledgedLoanRequest, wrap?: Wrap) => {
    const { confirmToken } = await lookPledge(who, asked)
    return ask(who, (context) => calls.applyForPledge({ ...asked, confirmToken }, context), wrap)
  }
  const approve = (id: string, wrap: Wrap = (sql) => sql) =>
    db.transaction((sql) => review.approve(wrap(sql), id, staff, clock.now() as never, () => {}))
  const order = (who: SignedInUser, id: string) => ask(who, (context) => calls.loanOrder({ id }, context))

  return {
    ...world,
    calls,
    review,
    staff,
    person,
    give,
    spend,
    creditAsk,
    pledgeAsk,
    lookCredit,
    lookPledge,
    applyCredit,
    pledge,
    approve,
    reject: (id: string, reason: string, by = staff) =>
      db.transaction((sql) => review.reject(sql, id, reason, by, clock.now() as never, () => {})),
    /** A credit that was granted and paid out. */
    credit: async (who: SignedInUser, amount: string, days = 30) => {
      const { id } = await applyCredit(who, creditAsk(amount, days))
      await approve(id)
      return order(who, id)
    },
    order,
    orders: (who: SignedInUser, over: Partial<ValidatedCallInput<typeof rows.loanOrders>> = {}) =>
      ask(who, (context) => calls.loanOrders({ pageNo: 1, pageSize: 100, ...over }, context)),
    account: (who: SignedInUser) => ask(who, (context) => calls.loanAccount({}, context)),
    repay: (who: SignedInUser, id: string, amount?: string, wrap?: Wrap) =>
      ask(who, (context) => calls.repayLoan({ id, ...(amount && { amount: asDecimal(amount) }) }, context), wrap),
    addCollateral: (who: SignedInUser, id: string, amount: string) =>
      ask(who, (context) => calls.addCollateral({ id, amount: asDecimal(amount) }, context)),
    giveBack: (who: SignedInUser, id: string, wrap?: Wrap) => ask(who, (context) => calls.returnLoan({ id }, context), wrap),
    cancel: (who: SignedInUser, id: string) => ask(who, (context) => calls.cancelLoan({ id }, context)),
    /** Everything that is due now, as a server that just started would find it. */
    work: (with_: Partial<AppContext> = {}) => runDueLoanJobs({ ...app, ...with_ }),
    /** The clock goes to that moment of the wire; what is due is worked there. */
    at: async (wire: string) => {
      clock.set(wireTimeToInstant(wire))
      await runDueLoanJobs(app)
    },
    /** The next second has these prices. */
    price: async (prices: Record<string, string>) => {
      feed.put(prices)
      clock.advance(1000)
      feed.resume(undefined, clock.now())
      await market.step()
    },
    held: async (who: SignedInUser, currency = 'USDT', bucket = 'AVAIL') => {
      const [row] = await db.query<{ amount: string }>(
        'select amount from balance where user_id = $1 and book = 1 and currency = $2 and bucket = $3',
        [who.userId, currency, bucket],
      )
      return row?.amount ?? '0'
    },
    pool: async () => (await db.query<{ amount: string }>('select amount from loan_pool')).map(({ amount }) => amount),
    notices: async (who: SignedInUser) =>
      (
        await db.query<{ kind: string }>(`select kind from inbox_notice where user_id = $1 and kind like 'loan%' order by id`, [who.userId])
      ).map(({ kind }) => kind),
    assets: (who: SignedInUser) => ask(who, (context) => wallet.assets({ accountType: 1, target: 'USDT' }, context)),
    records: (who: SignedInUser) =>
      ask(who, async (context) => {
        const page = await wallet.balanceRecords({ pageNo: 1, pageSize: 100, accountType: 1 }, context)
        return page.records
          .toReversed()
          .map(({ type, currency, amount, balanceAfter }) => `${type} ${amount} ${currency} → ${balanceAfter}`)
      }),
  }
}

/** Runs the nth statement and then breaks, as a server killed at that moment would. */
export function breakingAfter(n: number) {
  let count = 0
  const wrap = (sql: Sql): Sql => ({
    query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      const found = await sql.query<Row>(text, values)
      if (++count === n) throw new Error('killed')
      return found
    },
  })
  return { wrap, broke: () => count >= n }
}

/** A database of which every transaction is so wrapped. */
export const wrapped = (db: Database, wrap: Wrap): Database => ({ ...db, transaction: (work) => db.transaction((sql) => work(wrap(sql))) })

/** The name of what was refused. */
export const refusal = (of: Promise<unknown>): Promise<string> =>
  of.then(
    () => 'nothing',
    (error: { refusal?: string }) => error.refusal ?? String(error),
  )
