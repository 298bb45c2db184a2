import { afterEach, expect, it } from 'vitest'
import { check } from '#ledger/check.ts'
import { agreeToReceipt, enterRepayment } from '#server/operator/debts.ts'
import type { Desk } from '#server/operator/desk.ts'
import { addStaff, staffByKey } from '#server/operator/staff.ts'
import { dayMs, productWorld } from './productWorld.ts'

// What a borrower paid is real money of those who lent: two of the staff say so, and nobody is both (product 3.2).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

it('is agreed to in production by nobody whose account is younger than a day, and by no one alone', async () => {
  const world = await productWorld()
  ends.push(world.end)
  const { db, house, person, buy, at, order } = world
  await db.query(`update product set terms = (terms || '{"target": "2000"}') - 'example', total_cap = 2000 where type = 5`)
  await world.work()
  const ann = await person({ real: '5000' })
  const lent = await buy(ann, 'fishing-boats', '2000', 1)
  await at('2026-11-23 00:00:00')
  await at('2027-02-21 09:00:00')
  const desk: Desk = { house: { ...house, config: { ...house.config, env: 'production' } }, kinds: [] }
  const member = async (name: string) =>
    staffByKey(db, (await addStaff(db, { name, roles: ['risk'], by: 'machine:test', now: house.clock.now() })).key)
  const says = (of: Promise<unknown>) => of.then(String, (error: Error) => error.message)
  const [mia, alias] = [await member('mia'), await member('alias')]
  await at('2027-02-21 09:00:05')
  const { id } = await enterRepayment(desk, mia, { product_id: 'fishing-boats', book: 1 })
  expect(await says(agreeToReceipt(desk, alias, id))).toMatch(/from 24 hours/)
  await expect(db.query(`update debt_receipt set status = 1, decided_by = 'mia' where id = $1`, [id])).rejects.toThrow(/two_people/)
  await at('2027-02-21 09:00:10')
  expect((await order(ann, lent.id)).status).toBe(1)
  world.clock.advance(dayMs)
  await agreeToReceipt(desk, alias, id)
  await world.work()
  expect(await order(ann, lent.id)).toMatchObject({ status: 2, returned: '2000.00000000' })
  expect(await check(db)).toEqual([])
})
