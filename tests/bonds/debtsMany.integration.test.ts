import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { log } from '#server/core/log.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { freezeProductOrder, unfreezeProductOrder } from '#server/products/freeze.ts'
import { productFixture } from '../products/productFixture.ts'

// An instalment that goes to many lenders at once (docs/rules/earn.md). 2,000 at 10.5 % bring 17.26027397 in thirty days; 500 a quarter of it.

const store = 'cold-store-da-nang'
const quarter = '4.31506849'
let world: Awaited<ReturnType<typeof productFixture>>

beforeEach(async () => {
  world = await productFixture()
  await world.db.query(`update product set terms = terms || '{"target": "2000"}', total_cap = 2000 where type = 5`)
  await world.work()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.end()
})

/** Four orders of 500, two of them of one person, that run from the 22nd on. */
async function lenders() {
  const { person, buy, at } = world
  const [ann, bob, cat] = [await person(), await person(), await person()]
  const bought = { one: await buy(ann, store, '500'), two: await buy(ann, store, '500'), bobs: await buy(bob, store, '500') }
  const cats = await buy(cat, store, '500')
  await at('2026-11-22 00:00:00')
  return { ann, bob, cat, ...bought, cats }
}
const sharesOf = async (id: string) => (await world.db.query('select interest from debt_share where order_id = $1', [id])).length
const heard = () => {
  let times = 0
  world.app.events.onMissed(() => times++)
  return () => times
}

it('brings each order its interest once, two of one person too, and a frozen one as soon as it goes on', async () => {
  const { db, app, at, order, held, ask } = world
  const { ann, bob, cat, one, two, bobs, cats } = await lenders()
  await at('2026-12-21 12:00:00')
  await db.transaction((sql) => freezeProductOrder(app, sql, cats.orderNo, 'legal_order', 72, () => {}))
  const told = heard()
  await at('2026-12-22 00:00:00')
  for (const [who, { id }] of [
    [ann, one],
    [ann, two],
    [bob, bobs],
  ] as const)
    expect(await order(who, id)).toMatchObject({ status: 1, incomeTotal: quarter })
  expect(await held(ann, 'AVAIL')).toBe('99008.63013698')
  // Whoever shows anything asks again.
  expect(told()).toBeGreaterThan(0)
  expect(await ask(ann, (context) => world.calls.productIncomes({ id: one.id, pageNo: 1, pageSize: 10 }, context))).toMatchObject({
    total: 1,
    records: [{ day: '2026-12-21', amount: quarter, paid: '1' }],
  })
  expect([await sharesOf(cats.id), (await order(cat, cats.id)).incomeTotal]).toEqual([0, '0.00000000'])
  await at('2026-12-22 00:00:10')
  await db.transaction((sql) => unfreezeProductOrder(app, sql, cats.orderNo, () => {}))
  await at('2026-12-22 00:01:30')
  expect((await order(cat, cats.id)).incomeTotal).toBe(quarter)
  expect(await db.query('select status from debt_receipt')).toEqual([{ status: 2 }])
  for (const { id } of [one, two, bobs, cats]) expect(await sharesOf(id)).toBe(1)
  expect(await findAllLedgerViolations(db)).toEqual([])
})

it('comes in once with two servers at it', async () => {
  const { db, app, kinds, clock, order, at } = world
  const { bob, bobs, one, two, cats } = await lenders()
  await at('2026-12-21 23:59:59')
  clock.advance(1_000)
  await Promise.all([runDueProductJobs(app, kinds), runDueProductJobs(app, kinds)])
  await runDueProductJobs(app, kinds)
  expect((await order(bob, bobs.id)).incomeTotal).toBe(quarter)
  for (const { id } of [one, two, bobs, cats]) expect(await sharesOf(id)).toBe(1)
  expect(await db.query('select count(*) from product_income')).toEqual([{ count: '4' }])
  expect(await findAllLedgerViolations(db)).toEqual([])
})

it('leaves out one that cannot have its part, and gives all others theirs', async () => {
  const { db, at, order } = world
  const { ann, bob, bobs, one, two, cats, cat } = await lenders()
  const said = vi.spyOn(log, 'error').mockImplementation(() => {})
  await db.query(`insert into product_income (order_id, day, basis, paid, amount, at_ms) values ($1, '2026-12-21', 1, 1, 1, 1)`, [bobs.id])
  await at('2026-12-22 00:00:00')
  expect(said).toHaveBeenCalled()
  for (const [who, { id }] of [
    [ann, one],
    [ann, two],
    [cat, cats],
  ] as const)
    expect((await order(who, id)).incomeTotal).toBe(quarter)
  expect([(await order(bob, bobs.id)).incomeTotal, await sharesOf(bobs.id)]).toEqual(['0.00000000', 0])
  expect(await db.query('select status from debt_receipt')).toEqual([{ status: 1 }])
})
