import type { Visitor } from '#account/visitor.ts'
import type { Asked } from '#contract/call.ts'
import type { CreditAsk, loans as rows, PledgeAsk } from '#contract/calls/loans.ts'
import { asDecimal } from '#contract/decimal.ts'
import { fromWire } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { post } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import type { House } from '#server/house.ts'
import { loanReview } from '#server/loans/decide.ts'
import { workDue } from '#server/loans/engine.ts'
import { loanPreviews, loansHandlers } from '#server/loans/handlers.ts'
import { onRecord } from '#server/loans/liquidate.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { realWorld } from './realWorld.ts'

export const dayMs = 86_400_000
const staff = { name: 'mia', isAutomatic: false }

type Wrap = (sql: Sql) => Sql

/** Loans on a real database: time and prices are moved by hand, what is due is worked when told. */
export async function loanWorld(over: { env?: 'sandbox' | 'production' } = {}) {
  const world = await realWorld(over)
  const { house, db, clock, feed, market, ask } = world
  const calls = loansHandlers(house)
  const previews = tradingHandlers(house, [], { second: () => Promise.reject(new Error('none')), ...loanPreviews(house) })
  const wallet = walletHandlers(house)
  const review = loanReview(house)
  // As the server that records does.
  market.onRecord((record) => onRecord(house, record))

  const person = async ({ coins = {}, ...also }: Parameters<typeof world.person>[0] & { coins?: Record<string, string> } = {}) => {
    const who = await world.person({ kyc: 2, real: '0', ...also })
    for (const [currency, amount] of Object.entries(coins)) await give(who, currency, amount)
    return who
  }
  /** Real money out of nowhere, for tests. */
  const give = (who: Visitor, currency: string, amount: string) =>
    db.transaction(async (sql) => {
      await sql.query('insert into wallet (user_id, book) values ($1, 1) on conflict do nothing', [who.userId])
      const legs = [
        { user: who.userId, currency, bucket: 'AVAIL', amount: asDecimal(amount), type: 1 },
        { house: 'CHAIN_IN', currency, amount: negate(amount) },
      ] as const
      await post(sql, { book: 1, refType: 'test', refId: 'gift', at: clock.now(), legs })
    })
  /** Takes it away again. */
  const spend = (who: Visitor, currency: string, amount: string) => give(who, currency, `-${amount}`)

  const creditAsk = (amount: string, days = 30): CreditAsk => ({
    setId: 'credit-usdt',
    amount: asDecimal(amount),
    days,
    purpose: 'living',
    income: 'from1500',
  })
  const pledgeAsk = (amount: string, collateral: string, days = 30, collateralCurrency = 'BTC'): PledgeAsk => ({
    setId: 'pledge-usdt',
    amount: asDecimal(amount),
    days,
    collateralCurrency,
    collateralAmount: asDecimal(collateral),
  })
  const lookCredit = (who: Visitor, asked: CreditAsk) =>
    ask(who, async (asking) => {
      const shown = await previews.preview({ action: 'loanCredit', payload: asked }, asking)
      if (shown.action !== 'loanCredit') throw new Error('the preview is of something else')
      return shown
    })
  const lookPledge = (who: Visitor, asked: PledgeAsk) =>
    ask(who, async (asking) => {
      const shown = await previews.preview({ action: 'loanPledge', payload: asked }, asking)
      if (shown.action !== 'loanPledge') throw new Error('the preview is of something else')
      return shown
    })
  const applyCredit = async (who: Visitor, asked: CreditAsk, wrap?: Wrap) => {
    const { confirmToken } = await lookCredit(who, asked)
    return ask(who, (asking) => calls.applyForCredit({ ...asked, confirmToken }, asking), wrap)
  }
  const pledge = async (who: Visitor, asked: PledgeAsk, wrap?: Wrap) => {
    const { confirmToken } = await lookPledge(who, asked)
    return ask(who, (asking) => calls.applyForPledge({ ...asked, confirmToken }, asking), wrap)
  }
  const approve = (id: string, wrap: Wrap = (sql) => sql) =>
    db.transaction((sql) => review.approve(wrap(sql), id, staff, clock.now() as never, () => {}))
  const order = (who: Visitor, id: string) => ask(who, (asking) => calls.loanOrder({ id }, asking))

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
    credit: async (who: Visitor, amount: string, days = 30) => {
      const { id } = await applyCredit(who, creditAsk(amount, days))
      await approve(id)
      return order(who, id)
    },
    order,
    orders: (who: Visitor, over: Partial<Asked<typeof rows.loanOrders>> = {}) =>
      ask(who, (asking) => calls.loanOrders({ pageNo: 1, pageSize: 100, ...over }, asking)),
    account: (who: Visitor) => ask(who, (asking) => calls.loanAccount({}, asking)),
    repay: (who: Visitor, id: string, amount?: string, wrap?: Wrap) =>
      ask(who, (asking) => calls.repayLoan({ id, ...(amount && { amount: asDecimal(amount) }) }, asking), wrap),
    addCollateral: (who: Visitor, id: string, amount: string) =>
      ask(who, (asking) => calls.addCollateral({ id, amount: asDecimal(amount) }, asking)),
    giveBack: (who: Visitor, id: string, wrap?: Wrap) => ask(who, (asking) => calls.returnLoan({ id }, asking), wrap),
    cancel: (who: Visitor, id: string) => ask(who, (asking) => calls.cancelLoan({ id }, asking)),
    /** Everything that is due now, as a server that just started would find it. */
    work: (with_: Partial<House> = {}) => workDue({ ...house, ...with_ }),
    /** The clock goes to that moment of the wire; what is due is worked there. */
    at: async (wire: string) => {
      clock.set(fromWire(wire))
      await workDue(house)
    },
    /** The next second has these prices. */
    price: async (prices: Record<string, string>) => {
      feed.put(prices)
      clock.advance(1000)
      feed.resume(undefined, clock.now())
      await market.step()
    },
    held: async (who: Visitor, currency = 'USDT', bucket = 'AVAIL') => {
      const [row] = await db.query<{ amount: string }>(
        'select amount from balance where user_id = $1 and book = 1 and currency = $2 and bucket = $3',
        [who.userId, currency, bucket],
      )
      return row?.amount ?? '0'
    },
    pool: async () => (await db.query<{ amount: string }>('select amount from loan_pool')).map(({ amount }) => amount),
    notices: async (who: Visitor) =>
      (
        await db.query<{ kind: string }>(`select kind from inbox_notice where user_id = $1 and kind like 'loan%' order by id`, [who.userId])
      ).map(({ kind }) => kind),
    assets: (who: Visitor) => ask(who, (asking) => wallet.assets({ accountType: 1, target: 'USDT' }, asking)),
    records: (who: Visitor) =>
      ask(who, async (asking) => {
        const page = await wallet.balanceRecords({ pageNo: 1, pageSize: 100, accountType: 1 }, asking)
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
