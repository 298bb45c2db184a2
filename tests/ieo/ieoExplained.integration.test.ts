import { afterEach, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { ieoSettlementExplainer } from '#server/ieo/explain.ts'
import { tryMarkIeoCancelled } from '#server/ieo/refund.ts'
import { ieoFixture } from './ieoFixture.ts'

// Every number of a token subscription follows from what was paid for, the price of the draw and the schedule (docs/rules/{ledger,token-sales}.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function world() {
  const made = await ieoFixture()
  ends.push(made.end)
  /** The receipt computed again, with some inputs changed. */
  const proof = async (id: string, { userId }: SignedInUser, over: Record<string, string> = {}) => {
    const told = await ieoSettlementExplainer.explain(made.db, id, userId)
    if (!told) throw new Error('nothing is explained')
    const inputs = told.inputs.map((input) => ({ ...input, value: over[input.name] ?? input.value }))
    const receipt = { ...told, inputs, priceRecords: [] }
    const steps = recheckReceipt(receipt) ?? []
    return {
      told,
      values: steps.map(({ name, value }) => `${name.split('@')[0]} ${value}`),
      wrong: steps.filter(({ isSame }) => !isSame).map(({ name }) => name),
      open: unprovedReceiptFigures(receipt, steps),
    }
  }
  return { ...made, proof }
}
const sound = { wrong: [], open: [] }

it('one that is paid in part, unlocked part by part', async () => {
  const { person, apply, pay, at, proof, db } = await world()
  const ann = await person({ real: '5000' })
  const { id } = await apply(ann, '1000')
  expect(await proof(id, ann)).toMatchObject({ ...sound, values: [], told: { state: 'pending', result: null } })
  await at('2026-11-28 13:00:00')
  expect(await proof(id, ann)).toMatchObject({ ...sound, values: [], told: { state: 'running', result: null } })
  await pay(ann, id, '333')
  await at('2026-11-30 13:00:00')
  expect(await proof(id, ann)).toMatchObject({ ...sound, values: ['give 16.65000000', 'lapsed 667.00000000', 'get 0.00000000'] })
  await at('2026-12-01 00:00:00')
  await at('2026-12-31 00:00:00')
  expect((await proof(id, ann)).values.slice(2)).toEqual(['unlock 83.25000000', 'unlock 83.25000000', 'get 166.50000000'])
  await at('2027-03-01 00:00:00')
  const over = await proof(id, ann)
  expect(over).toMatchObject({ ...sound, told: { state: 'done', result: { name: 'get', value: '333.00000000', unit: 'TIDE' } } })
  expect(over.values).toHaveLength(7)
  expect(await ieoSettlementExplainer.settled(db, { afterId: '0', fromMs: 1.79e12, toMs: 2e12, limit: 50 })).toEqual([
    { id, userId: ann.userId },
  ])
  // One number changed is found, and nobody else's is explained.
  for (const name of ['winPrice', 'paidFor', 'won']) expect((await proof(id, ann, { [name]: '7' })).wrong, name).not.toEqual([])
  expect(await ieoSettlementExplainer.explain(db, id, (await person()).userId)).toBeUndefined()
  expect(await ieoSettlementExplainer.explain(db, 'none', ann.userId)).toBeUndefined()
})

it('one that lapsed, one that won nothing and two that were called off', async () => {
  const { person, apply, pay, at, proof, db, work } = await world()
  const [ann, ben, eve] = [await person({ real: '5000' }), await person(), await person()]
  const [first, second] = [await apply(ann, '1000'), await apply(ben, '10')]
  await at('2026-11-28 13:00:00')
  await pay(ann, first.id)
  await at('2026-11-30 13:00:00')
  expect(await proof(second.id, ben)).toMatchObject({ ...sound, values: ['lapsed 10.00000000'], told: { state: 'done' } })
  await at('2026-12-02 00:00:00')
  const three = await apply(eve, '50', 'beacon')
  for (const project of ['tidewater', 'beacon']) await db.transaction((sql) => tryMarkIeoCancelled(sql, project, 'the issuer withdrew'))
  await work()
  expect(await proof(first.id, ann)).toMatchObject({
    ...sound,
    values: ['give 50.00000000', 'returned 50.00000000'],
    told: { state: 'cancelled', result: { name: 'returned', value: '50.00000000', unit: 'USDT' } },
  })
  expect(await proof(three.id, eve)).toMatchObject({ ...sound, values: [], told: { state: 'cancelled', result: null } })
})
