import { afterEach, expect, it, vi } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { createDemoProductOrderResetter } from '#server/products/demoReset.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { log } from '#server/core/log.ts'
import { freezeProductOrder, unfreezeProductOrder } from '#server/products/freeze.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { failingDatabase } from '../ledger/dyingDatabase.ts'
import { fundFixture } from './fundFixture.ts'
import { hourMs } from './productFixture.ts'
import { createRandom, seed } from '../ledger/random.ts'

// Everything at once, day after day: people buy, cancel and leave, staff freeze and let go, demo books begin anew, two servers run the days and
// one of them dies in the middle. Whatever happens, nothing is made or lost, and each order has the income of exactly its own days.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

const days = 7

it('comes out right whatever meets whatever', async () => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
  const { next, oneOf: pick } = createRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const world = await fundFixture()
  ends.push(world.end)
  const { db, app, kinds, clock, market, person, give, publish, publishMining, publishNav, preview, buyWith, cancel, exit, exitPart } =
    world
  const people: SignedInUser[] = []
  for (let n = 0; n < 6; n++) {
    const self = await person({ real: '20000', level: 2 })
    await give(self.userId, '5', 'ETH')
    people.push(self)
  }
  // Nobody touches this one's order, so that there is a day that the reserve cannot pay whole, whoever comes first elsewhere.
  const steady = await person({ real: '20000', level: 2 })
  await db.query(`update product set days = 3 where id in ('harbour-7', 'keel-k1')`)
  await publishMining('2026-11-21')
  clock.advance(2000)
  await market.step()
  const { confirmToken: token } = await preview(steady, 'harbour-90', '2000', 1)
  await buyWith(steady, 'harbour-90', '2000', token, 1)
  const anyOrder = async (statuses: readonly number[]) => {
    const rows = await db.query<{ id: string; order_no: string; user_id: string; units: string | null }>(
      'select id, order_no, user_id, units from product_order where status = any($1::smallint[]) and user_id <> $2 order by id',
      [[...statuses], steady.userId],
    )
    const row = rows.length === 0 ? undefined : pick(rows)
    return row && { ...row, owner: people.find(({ userId }) => userId === row.user_id) as SignedInUser }
  }
  const buying = async (id: string, money: string) => {
    const person = pick(people)
    const accountType = 1 + below(2)
    const { confirmToken } = await preview(person, id, money, accountType)
    await buyWith(person, id, money, confirmToken, accountType)
  }
  const acts: (() => Promise<unknown>)[] = [
    () => buying('harbour-7', '500'),
    () => buying('harbour-90', '700'),
    () => buying('eth-pledge', '0.3'),
    () => buying('gold-trend', '400'),
    () => world.buyMachines(pick(people), 'keel-k1', 1, 1 + below(2)),
    async () => {
      const found = await anyOrder([0, 1])
      if (found) await cancel(found.owner, found.id)
    },
    async () => {
      const found = await anyOrder([1])
      if (found) await exit(found.owner, found.id)
    },
    async () => {
      const found = await anyOrder([1])
      if (found?.units) await exitPart(found.owner, found.id, '10')
    },
    async () => {
      const found = await anyOrder([1, 5])
      if (found) await db.transaction((sql) => freezeProductOrder(app, sql, found.order_no, 'legal_order', 1 + below(40), () => {}))
    },
    async () => {
      const found = await anyOrder([3])
      if (found) await db.transaction((sql) => unfreezeProductOrder(app, sql, found.order_no, () => {}))
    },
    () =>
      db.transaction(async (sql) => {
        const { userId } = people[0] as SignedInUser
        await lockWallet(sql, userId, 2)
        await createDemoProductOrderResetter()({ sql, userId, at: clock.now(), afterCommit: () => {} })
      }),
  ]
  const work = () =>
    Promise.all([
      runDueProductJobs(app, kinds),
      runDueProductJobs({ ...app }, createProductKinds(app)),
      runDueProductJobs({ ...app, db: failingDatabase(db, 5 + below(60)) }, createProductKinds(app)),
    ])
  const publishStake = (day: string) =>
    db.query(`insert into published_input (feed, symbol, since_sec, sec, value, mode) values ($1, 'STAKE:ETH', $2, $2, 0.0319, 'RULE')`, [
      market.feed,
      startOfServerDay(day) / 1000,
    ])
  const outcomes = new Map<string, number>()
  const some = async (count: number) => {
    const running = Array.from({ length: count }, () =>
      pick(acts)().then(
        () => 'done',
        (error: { refusal?: string; message: string }) => error.refusal ?? `fault: ${error.message}`,
      ),
    )
    const [ended] = await Promise.all([Promise.all(running), work()])
    for (const outcome of ended) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }

  for (let n = 0; n < days; n++) {
    const day = serverDayAt(clock.now())
    await publish(day)
    await publishStake(day)
    // From then on the reserve runs short.
    if (n === 4) await world.setReserve('USDT', '0.05')
    // Some days nobody works until the next noon.
    const hours = n % 4 === 3 ? [] : [0, 1, 14]
    for (const hour of hours) {
      clock.set(Math.max(clock.now(), startOfServerDay(day) + hour * hourMs + 1500))
      await market.step()
      await some(10)
    }
    await publishNav(day, `1.0${below(10)}`).catch(() => {})
    clock.set(startOfServerDay(addServerDays(day, 1)) + 500)
    await publishMining(addServerDays(day, 1))
  }
  for (let n = 0; n < 6; n++) await runDueProductJobs(app, kinds)
  expect([...outcomes].filter(([outcome]) => outcome.startsWith('fault'))).toEqual([])
  expect(outcomes.get('done')).toBeGreaterThan(40)
  expect(await findAllLedgerViolations(db)).toEqual([])
  expect(await wrongDays()).toEqual([])
  expect(await wrongSold()).toEqual([])
  expect(await db.query('select 1 from product_round where paid < 1 limit 1')).toHaveLength(1)

  /** Orders whose incomes are not those of all their days so far, each once. */
  function wrongDays() {
    return db.query(
      `select o.id, o.type, o.status, o.start_day, o.end_day, o.paid_through, i.n, i.first, i.last from product_order o
       cross join lateral (select count(*) as n, min(day) as first, max(day) as last, coalesce(sum(amount), 0) as amount from product_income where order_id = o.id) i
       where o.weight > 0 and (o.income_total <> i.amount or o.status in (0, 4) and i.n > 0
         or o.status not in (0, 4) and i.n <> o.paid_through::date - o.start_day::date + 1
         or i.n > 0 and (i.first <> o.start_day or i.last <> o.paid_through)
         or i.last >= o.end_day
         or o.status = 2 and (o.account_type = 1 or o.user_id <> $1) and i.n <> o.end_day::date - o.start_day::date)`,
      [people[0]?.userId],
    )
  }
  /** Products of which more or less is counted as sold than there are orders. */
  function wrongSold() {
    return db.query(
      `select s.product_id, s.book, s.amount, s.over, o.taken from product_sold s
       cross join lateral (
         select coalesce(sum(coalesce(num, money)) filter (where status in (0, 1, 3, 5, 6)), 0) as taken,
           coalesce(sum(num) filter (where status = 2 and type = 4), 0) as over
         from product_order where product_id = s.product_id and account_type = s.book
       ) o where s.amount - s.over <> o.taken or s.book = 1 and s.over <> o.over`,
    )
  }
})
