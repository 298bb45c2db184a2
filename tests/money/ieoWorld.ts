import { hash } from 'node:crypto'
import type { Visitor } from '#account/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { fromWire, startOfWireDay, wireDay } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import { workDue } from '#server/ieo/engine.ts'
import { ieoHandlers, ieoPreviews } from '#server/ieo/handlers.ts'
import { seedIeos } from '#server/ieo/seedIeos.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { productWorld } from './productWorld.ts'

const d = asDecimal

/** Token subscriptions on a real database: time is turned by hand, heads of the price record are signed by hand, what is due is worked when told. */
export async function ieoWorld(over: Parameters<typeof productWorld>[0] = {}) {
  const world = await productWorld(over)
  const { house, db, clock, ask } = world
  const calls = ieoHandlers(house)
  const trading = tradingHandlers(house, [], { second: () => Promise.reject(new Error('none')), ...ieoPreviews(house) })
  await seedIeos({ ...house, db })

  /** A head of the price record at that moment. */
  const sign = (wire: string, size = (fromWire(wire) - startOfWireDay(fromWire(wire))) / 1000 + 1) =>
    db.query(`insert into fair_head (log, day, tree_size, root, ms, sig, kid) values ('market', $1, $2, $3, $4, 's', 'k')`, [
      wireDay(fromWire(wire)),
      size,
      hash('sha256', `${wire} ${size}`),
      fromWire(wire),
    ])
  const work = (of: House = house) => workDue(of)
  /** The clock goes to that moment of the wire, a head is signed, and what is due is worked there. */
  const at = async (wire: string) => {
    clock.set(fromWire(wire))
    await sign(wire)
    await work()
  }

  const previewApply = (who: Visitor, num: string, ieoId = 'tidewater') =>
    ask(who, async (asking) => {
      const shown = await trading.preview({ action: 'ieoApply', payload: { ieoId, num: d(num) } }, asking)
      if (shown.action !== 'ieoApply') throw new Error('the preview is of something else')
      return shown
    })
  const applyWith = (who: Visitor, num: string, confirmToken: string | undefined, ieoId = 'tidewater') =>
    ask(who, (asking) => calls.applyForIeo({ ieoId, num: d(num), confirmToken }, asking))
  const previewPay = (who: Visitor, id: string, num?: string) =>
    ask(who, async (asking) => {
      const shown = await trading.preview({ action: 'ieoPay', payload: { id, ...(num !== undefined && { num: d(num) }) } }, asking)
      if (shown.action !== 'ieoPay') throw new Error('the preview is of something else')
      return shown
    })
  const payWith = (who: Visitor, id: string, num: string | undefined, confirmToken: string | undefined) =>
    ask(who, (asking) => calls.payForIeo({ id, ...(num !== undefined && { num: d(num) }), confirmToken }, asking))

  return {
    ...world,
    calls,
    trading,
    sign,
    work,
    at,
    previewApply,
    applyWith,
    apply: async (who: Visitor, num: string, ieoId = 'tidewater') =>
      applyWith(who, num, (await previewApply(who, num, ieoId)).confirmToken, ieoId),
    previewPay,
    payWith,
    pay: async (who: Visitor, id: string, num?: string) => payWith(who, id, num, (await previewPay(who, id, num)).confirmToken),
    cancel: (who: Visitor, id: string) => ask(who, (asking) => calls.cancelIeoOrder({ id }, asking)),
    orders: async (who: Visitor) => (await ask(who, (asking) => calls.ieoOrders({ pageNo: 1, pageSize: 100 }, asking))).records,
    order: async (who: Visitor, id: string) => {
      const page = await ask(who, (asking) => calls.ieoOrders({ pageNo: 1, pageSize: 100 }, asking))
      const found = page.records.find((one) => one.id === id)
      if (!found) throw new Error(`no order ${id}`)
      return found
    },
    project: async (id: string, who?: Visitor) => {
      const page = await ask(who as Visitor, (asking) => calls.ieos({ pageNo: 1, pageSize: 100 }, asking))
      const found = page.records.find((one) => one.id === id)
      if (!found) throw new Error(`no project ${id}`)
      return found
    },
    proof: (ieoId: string, orderId?: string) =>
      ask(undefined as never, (asking) => calls.ieoDraw({ ieoId, ...(orderId !== undefined && { orderId }) }, asking)),
    notices: async (who: Visitor) =>
      (await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [who.userId])).map(
        ({ kind }) => kind,
      ),
    /** What the house's SALES account holds. */
    sales: async (currency: string) =>
      (await db.query<{ sum: string }>(`select sum(amount) from leg where bucket = 'SALES' and currency = $1`, [currency]))[0]?.sum,
  }
}

/** A database that is lost at its so-manieth statement, inside a transaction or not, and whatever was not committed with it. */
export function dying(db: Database, after: number): Database {
  let left = after
  const wrap = (sql: Sql): Sql => ({
    query: (text, values) => (--left < 0 ? Promise.reject(new Error('the server died')) : sql.query(text, values)),
  })
  return { ...db, ...wrap(db), transaction: (work) => db.transaction((sql) => work(wrap(sql))) }
}
