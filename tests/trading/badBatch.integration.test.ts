import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { asDecimal as d } from '#contract/decimal.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { publishSimDayCommitments, getOrCreateSimSecret } from '#market/sim/simDays.ts'
import { log } from '#server/core/log.ts'
import { expireDueSpotOrders } from '#server/spot/engine.ts'
import { chargeDueHoldingCosts } from '#server/trading/charge.ts'
import { runDueContractJobs } from '#server/trading/dueJobs.ts'
import { settlementFixture } from '../ledger/settlementFixture.ts'
import { copyRow, failingFor } from '../ledger/badBatch.ts'

// Work that is due is read in batches (docs/architecture.md): one of which nothing can be done keeps nothing behind it waiting.

let world: Awaited<ReturnType<typeof settlementFixture>>
let ann: SignedInUser
beforeEach(async () => {
  ann = await world.person()
})
beforeAll(async () => {
  world = await settlementFixture()
  // The rates of funding follow from the day's seed.
  await publishSimDayCommitments(world.db, await getOrCreateSimSecret(world.db), world.clock.now())
})
afterAll(() => world.end())
afterEach(() => vi.restoreAllMocks())

const failures = () => vi.spyOn(log, 'error').mockImplementation(() => {})
const statusOf = async (table: string, id: string) =>
  (await world.db.query<{ status: number }>(`select status from ${table} where id = $1`, [id]))[0]?.status

it('charges of funding', async () => {
  const { db, app, clock } = world
  const [broken, whole] = [await world.contract(ann), await world.contract(ann)]
  // 16:00 UTC+8, with the record of its first second.
  clock.set(Date.parse('2026-11-20T07:59:59Z'))
  const due = clock.now() / 1000 + 1
  const ids = [broken.id, ...(await copyRow(db, 'position', broken.id, 250, { also: { next_due_sec: String(due - 1) } }))]
  await db.query('update position set next_due_sec = $2 where id = $1', [broken.id, due - 1])
  const error = failures()
  clock.advance(1000)
  app.db = failingFor(db, ids)
  await world.pass(2)
  await chargeDueHoldingCosts(app, due + 1)
  const charged = await db.query('select position_id from holding_charge')
  expect(charged).toEqual([{ position_id: whole.id }])
  expect(error.mock.calls.length).toBeGreaterThanOrEqual(ids.length)
  app.db = db
})

it('contract orders whose days are over, also behind a single one', async () => {
  const { db, app, clock } = world
  await world.pass(1)
  const order = () => world.contract(ann, { orderType: 2, price: d('50000') })
  const [broken, whole] = [await order(), await order()]
  clock.advance(31 * 86_400_000)
  failures()
  await runDueContractJobs({ ...app, db: failingFor(db, [broken.id]) }, 0)
  expect([await statusOf('position', broken.id), await statusOf('position', whole.id)]).toEqual([0, 4])
  await runDueContractJobs(app, 0)
  expect(await statusOf('position', broken.id)).toBe(4)
})

it('spot orders whose days are over', async () => {
  const { db, app, clock } = world
  await world.pass(1)
  const order = () => world.spot(ann, { orderType: 2, price: d('50000'), money: d('100') })
  const [broken, whole] = [await order(), await order()]
  const ids = [broken.id, ...(await copyRow(db, 'spot_order', broken.id, 250, { also: { expires_ms: String(clock.now()) } }))]
  clock.advance(31 * 86_400_000)
  failures()
  await expireDueSpotOrders({ ...app, db: failingFor(db, ids) })
  expect([await statusOf('spot_order', broken.id), await statusOf('spot_order', whole.id)]).toEqual([0, 4])
})
