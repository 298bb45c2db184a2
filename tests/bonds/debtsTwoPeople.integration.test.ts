import { afterEach, expect, it } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { approveDebtReceipt, enterDebtRepayment } from '#server/operator/debts.ts'
import type { OperatorContext } from '#server/operator/operatorContext.ts'
import { addStaff, requireStaffByKey } from '#server/operator/staff.ts'
import { dayMs, productFixture } from '../products/productFixture.ts'

// What a borrower paid is real money of those who lent: two of the staff say so, and nobody is both (docs/architecture.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

it('is agreed to in production by nobody whose account is younger than a day, and by no one alone', async () => {
  const world = await productFixture()
  ends.push(world.end)
  const { db, app, person, buy, at, order } = world
  await db.query(`update product set terms = (terms || '{"target": "2000"}') - 'example', total_cap = 2000 where type = 5`)
  await world.work()
  const ann = await person({ real: '5000' })
  const lent = await buy(ann, 'fishing-boats', '2000', 1)
  await at('2026-11-23 00:00:00')
  await at('2027-02-21 09:00:00')
  const desk: OperatorContext = { app: { ...app, config: { ...app.config, env: 'production' } }, kinds: [] }
  const member = async (name: string) =>
    requireStaffByKey(db, (await addStaff(db, { name, roles: ['risk'], by: 'machine:test', now: app.clock.now() })).key)
  const says = (of: Promise<unknown>) => of.then(String, (error: Error) => error.message)
  const [mia, alias] = [await member('mia'), await member('alias')]
  await at('2027-02-21 09:00:05')
  const { id } = await enterDebtRepayment(desk, mia, { product_id: 'fishing-boats', book: 1 })
  expect(await says(approveDebtReceipt(desk, alias, id))).toMatch(/from 24 hours/)
  await expect(db.query(`update debt_receipt set status = 1, decided_by = 'mia' where id = $1`, [id])).rejects.toThrow(/two_people/)
  await at('2027-02-21 09:00:10')
  expect((await order(ann, lent.id)).status).toBe(1)
  world.clock.advance(dayMs)
  await approveDebtReceipt(desk, alias, id)
  await world.work()
  expect(await order(ann, lent.id)).toMatchObject({ status: 2, returned: '2000.00000000' })
  expect(await findAllLedgerViolations(db)).toEqual([])
})
