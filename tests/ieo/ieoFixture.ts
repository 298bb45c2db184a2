import { hash } from 'node:crypto'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { wireTimeToInstant, startOfServerDayAt, serverDayAt } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { runDueIeoJobs } from '#server/ieo/engine.ts'
import { ieoHandlers, ieoPreviewHandlers } from '#server/ieo/handlers.ts'
import { seedExampleIeos } from '#server/ieo/seedExampleIeos.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { noPreviewers } from '../support/noPreviewers.ts'
import { productFixture } from '../products/productFixture.ts'

const d = asDecimal

/** Token subscriptions on a real database: time is turned by hand, heads of the price record are signed by hand, what is due is worked when told. */
export async function ieoFixture(over: Parameters<typeof productFixture>[0] = {}) {
  const world = await productFixture(over)
  const { app, db, clock, ask } = world
  const calls = ieoHandlers(app)
  const trading = tradingHandlers(app, [], { ...noPreviewers, ...ieoPreviewHandlers(app) })
  await seedExampleIeos({ ...app, db })

  /** A head of the price record at that moment. */
  const sign = (wire: string, size = (wireTimeToInstant(wire) - startOfServerDayAt(wireTimeToInstant(wire))) / 1000 + 1) =>
    db.query(`insert into fair_head (log, day, tree_size, root, ms, sig, kid) values ('market', $1, $2, $3, $4, 's', 'k')`, [
      serverDayAt(wireTimeToInstant(wire)),
      size,
      hash('sha256', `${wire} ${size}`),
      wireTimeToInstant(wire),
    ])
  const work = (of: AppContext = app) => runDueIeoJobs(of)
  /** The clock goes to that moment of the wire, a head is signed, and what is due is worked there. */
  const at = async (wire: string) => {
    clock.set(wireTimeToInstant(wire))
    await sign(wire)
    await work()
  }

  const previewApply = (who: SignedInUser, num: string, ieoId = 'tidewater') =>
    ask(who, async (context) => {
      const shown = await trading.preview({ action: 'ieoApply', payload: { ieoId, num: d(num) } }, context)
      if (shown.action !== 'ieoApply') throw new Error('the preview is of something else')
      return shown
    })
  const applyWith = (who: SignedInUser, num: string, confirmToken: string | undefined, ieoId = 'tidewater') =>
    ask(who, (context) => calls.applyForIeo({ ieoId, num: d(num), confirmToken }, context))
  const previewPay = (who: SignedInUser, id: string, num?: string) =>
    ask(who, async (context) => {
      const shown = await trading.preview({ action: 'ieoPay', payload: { id, ...(num !== undefined && { num: d(num) }) } }, context)
      if (shown.action !== 'ieoPay') throw new Error('the preview is of something else')
      return shown
    })
  const payWith = (who: SignedInUser, id: string, num: string | undefined, confirmToken: string | undefined) =>
    ask(who, (context) => calls.payForIeo({ id, ...(num !== undefined && { num: d(num) }), confirmToken }, context))

  return {
    ...world,
    calls,
    trading,
    sign,
    work,
    at,
    previewApply,
    applyWith,
    apply: async (who: SignedInUser, num: string, ieoId = 'tidewater') =>
      applyWith(who, num, (await previewApply(who, num, ieoId)).confirmToken, ieoId),
    previewPay,
    payWith,
    pay: async (who: SignedInUser, id: string, num?: string) => payWith(who, id, num, (await previewPay(who, id, num)).confirmToken),
    cancel: (who: SignedInUser, id: string) => ask(who, (context) => calls.cancelIeoOrder({ id }, context)),
    orders: async (who: SignedInUser) => (await ask(who, (context) => calls.ieoOrders({ pageNo: 1, pageSize: 100 }, context))).records,
    order: async (who: SignedInUser, id: string) => {
      const page = await ask(who, (context) => calls.ieoOrders({ pageNo: 1, pageSize: 100 }, context))
      const found = page.records.find((record) => record.id === id)
      if (!found) throw new Error(`no order ${id}`)
      return found
    },
    project: async (id: string, who?: SignedInUser) => {
      const page = await ask(who as SignedInUser, (context) => calls.ieos({ pageNo: 1, pageSize: 100 }, context))
      const found = page.records.find((record) => record.id === id)
      if (!found) throw new Error(`no project ${id}`)
      return found
    },
    proof: (ieoId: string, orderId?: string) =>
      ask(undefined as never, (context) => calls.ieoDraw({ ieoId, ...(orderId !== undefined && { orderId }) }, context)),
    notices: async (who: SignedInUser) =>
      (await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [who.userId])).map(
        ({ kind }) => kind,
      ),
    /** What the house's SALES account holds. */
    sales: async (currency: string) =>
      (await db.query<{ sum: string }>(`select sum(amount) from leg where bucket = 'SALES' and currency = $1`, [currency]))[0]?.sum,
  }
}

/** A database that is lost at its so-manieth statement, inside a transaction or not, and whatever was not committed with it. */
export function failingDatabase(db: Database, after: number): Database {
  let left = after
  const wrap = (sql: Sql): Sql => ({
    query: (text, values) => (--left < 0 ? Promise.reject(new Error('the server died')) : sql.query(text, values)),
  })
  return { ...db, ...wrap(db), transaction: (work) => db.transaction((sql) => work(wrap(sql))) }
}
