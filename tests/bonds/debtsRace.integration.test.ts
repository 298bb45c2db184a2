import { afterEach, expect, it, vi } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { log } from '#server/core/log.ts'
import {
  tryMarkBorrowerPaymentApproved,
  readPendingBorrowerPayments,
  proposeDebtRecovery,
  proposeDebtRepayment,
} from '#server/products/debt/borrowerPayments.ts'
import { markDebtProjectDefaulted } from '#server/products/debt/debtRepay.ts'
import { findDebtProject } from '#server/products/debt/debtStore.ts'
import { createDemoProductOrderResetter } from '#server/products/demoReset.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { freezeProductOrder, unfreezeProductOrder } from '#server/products/freeze.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { failingDatabase } from '../ledger/dyingDatabase.ts'
import { productFixture } from '../products/productFixture.ts'
import { createRandom, seed } from '../ledger/random.ts'

// Borrowers that pay, pay late, early or not at all, staff that enter it, people that come and go, orders that are frozen, two servers and one
// that dies: what is shared out is what came in, and nobody gets more than they are owed.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

const ids = ['clinic-penang', 'cold-store-da-nang', 'fishing-boats']

it('shares out what came in, whatever meets whatever', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const { next, oneOf } = createRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const world = await productFixture()
  ends.push(world.end)
  const { db, app, kinds, clock, person, preview, buyWith, cancel } = world
  await db.query(`update product set terms = (terms || '{"target": "1000"}') - 'example', total_cap = 1000, days = 90 where type = 5`)
  await runDueProductJobs(app, kinds)
  const people: SignedInUser[] = []
  for (let n = 0; n < 5; n++) people.push(await person({ real: '20000' }))
  const put = async (visitor: SignedInUser, id: string, money: string, accountType: number) => {
    const { confirmToken } = await preview(visitor, id, money, accountType)
    await buyWith(visitor, id, money, confirmToken, accountType)
  }
  // One project finds its lenders by chance, the others begin soon.
  for (const id of ids.slice(0, 2)) {
    for (const accountType of [1, 2]) for (const money of ['300', '300', '400']) await put(oneOf(people), id, money, accountType)
  }
  const keyOf = () => ({ product_id: oneOf(ids), book: (1 + below(2)) as 1 | 2 })
  const anyOrder = async (statuses: readonly number[]) => {
    const rows = await db.query<{ id: string; order_no: string; user_id: string }>(
      'select id, order_no, user_id from product_order where status = any($1::smallint[]) order by id',
      [[...statuses]],
    )
    const row = rows.length === 0 ? undefined : oneOf(rows)
    return row && { ...row, owner: people.find(({ userId }) => userId === row.user_id) as SignedInUser }
  }
  const acts: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 4 }, () => () => put(oneOf(people), oneOf(ids), oneOf(['100', '200', '300', '500']), 1 + below(2))),
    async () => {
      const found = below(4) === 0 ? await anyOrder([0]) : undefined
      if (found) await cancel(found.owner, found.id)
    },
    async () => {
      const found = await anyOrder([1])
      if (found) await db.transaction((sql) => freezeProductOrder(app, sql, found.order_no, 'legal_order', 1 + below(60), () => {}))
    },
    async () => {
      const found = await anyOrder([3])
      if (found) await db.transaction((sql) => unfreezeProductOrder(app, sql, found.order_no, () => {}))
    },
    ...Array.from({ length: 3 }, () => () => db.transaction((sql) => proposeDebtRepayment(sql, keyOf(), 'staff', clock.now()))),
    () =>
      db.transaction(async (sql) => {
        const key = keyOf()
        const project = await findDebtProject(sql, key, { lock: true })
        if (project?.status === 2 && below(6) === 0) await markDebtProjectDefaulted(app, sql, key, serverDayAt(clock.now()), () => {})
      }),
    ...Array.from(
      { length: 2 },
      () => () =>
        db.transaction((sql) =>
          proposeDebtRecovery(sql, keyOf(), { amount: asDecimal(String(1 + below(500))), final: below(5) === 0 }, 'staff', clock.now()),
        ),
    ),
    ...Array.from(
      { length: 3 },
      () => () =>
        db.transaction(async (sql) => {
          for (const receipt of await readPendingBorrowerPayments(sql))
            await tryMarkBorrowerPaymentApproved(sql, receipt, 'other', clock.now())
        }),
    ),
    () =>
      db.transaction(async (sql) => {
        const { userId } = people[0] as SignedInUser
        await lockWallet(sql, userId, 2)
        if (below(3) === 0) await createDemoProductOrderResetter()({ sql, userId, at: clock.now(), afterCommit: () => {} })
      }),
  ]
  const outcomes = new Map<string, number>()
  for (let n = 0; n < 12; n++) {
    clock.set(startOfServerDay(addServerDays(serverDayAt(clock.now()), n < 4 ? 1 : 1 + below(14))) + 2000 + below(50_000_000))
    const running = Array.from({ length: 12 }, () =>
      oneOf(acts)().then(
        () => 'done',
        (error: { refusal?: string; message: string }) => error.refusal ?? `fault: ${error.message}`,
      ),
    )
    const servers = [app, { ...app }, { ...app, db: failingDatabase(db, 5 + below(60)) }]
    const [ended] = await Promise.all([
      Promise.all(running),
      ...servers.map((server) => runDueProductJobs(server, createProductKinds(server))),
    ])
    for (const outcome of ended) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  clock.advance(80 * 3_600_000)
  for (let n = 0; n < 6; n++) await runDueProductJobs(app, kinds)
  expect([...outcomes].filter(([outcome]) => outcome.startsWith('fault'))).toEqual([])
  expect(await db.query('select 1 from debt_share limit 1')).toHaveLength(1)
  expect(await findAllLedgerViolations(db)).toEqual([])
  // Each receipt that is done was shared out whole, up to what each loses of a last unit; never more than came in.
  expect(
    await db.query(
      `select r.id, r.number, r.amount, s.amount as shared, s.n from debt_receipt r cross join lateral (
         select coalesce(sum(principal + interest), 0) as amount, count(*) as n from debt_share where receipt_id = r.id
       ) s where s.amount > r.amount or r.status = 2 and r.book = 1 and s.amount < r.amount - 0.00000001 * s.n`,
    ),
  ).toEqual([])
  // Nobody gets back more than they lent, or interest of days beyond the term.
  expect(
    await db.query(
      `select o.id, o.money, o.returned, o.income_total, s.* from product_order o join debt_project d on d.product_id = o.product_id and d.book = o.account_type
       cross join lateral (select coalesce(sum(principal), 0) as principal, coalesce(sum(interest), 0) as interest from debt_share where order_id = o.id) s
       where s.principal > o.money or s.interest > trunc(o.money * d.annual_rate * d.days / 365, 8) or o.income_total <> s.interest
         or o.status in (1, 3, 6) and coalesce(o.returned, 0) <> s.principal
         or d.status = 3 and o.status not in (2, 4) or d.status = -1 and o.status <> 4`,
    ),
  ).toEqual([])
})
