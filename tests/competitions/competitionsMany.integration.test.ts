import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { CompetitionLeaderboardRow } from '#contract/calls/competitions.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { closeReason } from '#contract/states.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { competitionDrawdown, competitionYieldRate } from '#rules/competition.ts'
import { add, compareDecimals, q8, subtract, truncate } from '#rules/decimal.ts'
import { positionProfitAt } from '#rules/position.ts'
import { runDueCompetitionJobs } from '#server/competitions/engine.ts'
import { disqualifyCompetitionParticipant } from '#server/competitions/disqualifyEntry.ts'
import { createServerEventBus, type UserEventMessage } from '#server/core/events.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { log } from '#server/core/log.ts'
import { checkSettlementsByReplayNow } from '#server/fairness/replay.ts'
import { createSettlementExplainers, createCallHandlers } from '#server/modules.ts'
import { createCompetitionEntryContractsCloser } from '#server/trading/endCompetition.ts'
import { openPositionOfRow, type PositionRow } from '#server/trading/position.ts'
import { competitionFixture, start } from './competitionFixture.ts'
import { failingDatabase } from '../ledger/dyingDatabase.ts'
import { createRandom, seed } from '../ledger/random.ts'

const d = asDecimal
type World = Awaited<ReturnType<typeof competitionFixture>>

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})
async function world(over: Parameters<typeof competitionFixture>[0] = {}): Promise<World> {
  const made = await competitionFixture(over)
  ends.push(made.end)
  await made.next(start)
  return made
}

/** Another server on the same database and the same records; each hears what the other tells people. */
function otherServer(w: World) {
  const app: AppContext = { ...w.world.app, events: createServerEventBus() }
  let isPassing = false
  const pass = (from: AppContext, to: AppContext) =>
    from.events.onToUser((message: UserEventMessage) => {
      if (isPassing) return
      isPassing = true
      to.events.toUser(structuredClone(message))
      isPassing = false
    })
  pass(app, w.world.app)
  pass(w.world.app, app)
  return { app, rooms: createCallHandlers(app), work: () => runDueCompetitionJobs(app, createCompetitionEntryContractsCloser(app)) }
}

/** What the rules say of everybody in one competition, worked out from scratch with decimals after everything that happens. */
function plainModel(w: World, people: readonly SignedInUser[], id: string) {
  const known = new Map<string, { joinedMs: number; peak: Decimal; fall: Decimal; equity: Decimal }>()
  const equityOf = async ({ userId }: SignedInUser): Promise<Decimal> => {
    const [entry] = await w.db.query<{ id: string; wallet_id: string }>(
      'select id, wallet_id from competition_entry where user_id = $1 and competition_id = $2',
      [userId, id],
    )
    const [cash] = await w.db.query<{ amount: Decimal }>(
      'select coalesce(sum(amount), 0) as amount from balance where user_id = $1 and book = 3',
      [entry?.wallet_id],
    )
    const open = await w.db.query<PositionRow>('select * from position where entry_id = $1 and status in (1, 2)', [entry?.id])
    const profits = open.map((row) => {
      const { market } = w.world
      return positionProfitAt(openPositionOfRow(row, market.conversion(market.spec(row.symbol)!.quote)!), market.quote(row.symbol)!.mid)
    })
    return q8(add(cash!.amount, ...profits))
  }
  return {
    join: (visitor: SignedInUser, joinedMs: number) =>
      known.set(visitor.userId, { joinedMs, peak: d('100000'), fall: d('0.00000000'), equity: d('100000.00000000') }),
    has: ({ userId }: SignedInUser) => known.has(userId),
    leave: (visitor: SignedInUser) => known.delete(visitor.userId),
    async mark() {
      for (const visitor of people) {
        const user = known.get(visitor.userId)
        if (!user) continue
        user.equity = await equityOf(visitor)
        if (compareDecimals(user.equity, user.peak) > 0) user.peak = user.equity
        const fall = competitionDrawdown(user.peak, user.equity)
        if (compareDecimals(fall, user.fall) > 0) user.fall = fall
      }
    },
    table: () =>
      [...known]
        .toSorted(
          ([idA, a], [idB, b]) =>
            compareDecimals(b.equity, a.equity) ||
            compareDecimals(a.fall, b.fall) ||
            a.joinedMs - b.joinedMs ||
            Number(BigInt(idA) - BigInt(idB)),
        )
        .map(([userId, { equity, fall }], index) => ({
          rank: index + 1,
          name: userId,
          yieldRate: competitionYieldRate(equity, d('100000')),
          totalIncome: q8(subtract(equity, '100000')),
          maxDrawdown: truncate(fall, 4),
        })),
  }
}

describe('the ranking', () => {
  test('is what the rules say after every second of random trades in two at once, on each of two servers', async () => {
    const w = await world()
    const other = otherServer(w)
    const chance = createRandom(seed)
    const people = await Promise.all(Array.from({ length: 12 }, () => w.person()))
    for (const { userId } of people) await w.db.query('update account set nickname = $1::text where id = $1::bigint', [userId])
    const ids = [await w.competition('model', { to: 200 }), await w.competition('model-b', { to: 200, lever: 5 })]
    const models = ids.map((id) => ({ id, model: plainModel(w, people, id), joined: [] as SignedInUser[] }))
    const prices: Record<string, number> = { BTCUSDT: 60_000, ETHUSDT: 3_000, USDJPY: 155, EURJPY: 170 }
    const seen = async (rooms: ReturnType<typeof createCallHandlers>, id: string): Promise<CompetitionLeaderboardRow[]> =>
      (await w.world.ask(people[0]!, async (context) => rooms.competitions.ranking({ id, pageNo: 1, pageSize: 100 }, context))).records
    const isSame = async () => {
      const told = (rows: CompetitionLeaderboardRow[]) =>
        rows.map(({ rank, name, yieldRate: rate, totalIncome, maxDrawdown }) => ({ rank, name, yieldRate: rate, totalIncome, maxDrawdown }))
      for (const { id, model } of models) {
        await model.mark()
        const wanted = model.table()
        expect(told(await seen(w.world.rooms, id))).toEqual(wanted)
        expect(told(await seen(other.rooms, id))).toEqual(wanted)
      }
    }
    let trades = 0
    let inBoth = 0
    for (let second = 0; second < 60; second++) {
      for (let n = 0; n < 3; n++) {
        const user = chance.oneOf(people)
        const { id, model, joined } = chance.oneOf(models)
        w.clock.advance(7)
        const rooms = chance.oneOf([w.world.rooms, other.rooms])
        if (!joined.includes(user)) {
          if (second > 40) continue
          await w.world.ask(user, async (context) => rooms.competitions.join({ id }, context))
          joined.push(user)
          model.join(user, w.clock.now())
        } else if (chance.next() < 0.03) {
          await w.world
            .ask(user, async (context) => rooms.competitions.exit({ id }, context))
            .catch((error: unknown) => {
              if (!(error instanceof Refusal)) throw error
            })
          model.leave(user)
        } else {
          if (models.every((each) => each.model.has(user))) inBoth++
          await trade(user, rooms, id).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error
          })
        }
        await isSame()
      }
      for (const symbol of Object.keys(prices)) if (chance.next() < 0.7) prices[symbol]! *= 1 + (chance.next() - 0.5) / 40
      await w.next(
        Object.fromEntries(Object.entries(prices).map(([symbol, price]) => [symbol, price.toFixed(symbol.endsWith('JPY') ? 3 : 2)])),
      )
      await isSame()
    }
    expect(trades).toBeGreaterThan(50)
    expect(inBoth).toBeGreaterThan(20)
    expect(await findAllLedgerViolations(w.db)).toEqual([])

    async function trade(visitor: SignedInUser, rooms: ReturnType<typeof createCallHandlers>, compId: string): Promise<void> {
      const open = await w.db.query<{ id: string }>(
        `select p.id from position p join competition_entry e on e.id = p.entry_id
         where e.user_id = $1 and e.competition_id = $2 and p.status in (0, 1) order by p.id`,
        [visitor.userId, compId],
      )
      if (open.length > 0 && chance.next() < 0.4) {
        await w.world.ask(visitor, async (context) => rooms.trading.closePosition({ id: chance.oneOf(open).id }, context))
        trades++
        return
      }
      const symbol = chance.oneOf(['BTCUSDT', 'ETHUSDT', 'EURJPY'])
      const isLimit = chance.next() < 0.3
      await w.open(visitor, {
        compId,
        symbol,
        direction: chance.oneOf([1, 2]),
        lever: chance.oneOf([2, 5]),
        money: d(String(1_000 + Math.floor(chance.next() * 9_000))),
        ...(isLimit && { orderType: 2, price: d((prices[symbol]! * (0.99 + chance.next() / 50)).toFixed(symbol.endsWith('JPY') ? 3 : 2)) }),
      })
      trades++
    }
  })

  test('stands in the end as it stood at the last prices', async () => {
    const w = await world()
    const people = await Promise.all(Array.from({ length: 6 }, () => w.person()))
    const id = await w.competition('frozen', { to: 6 })
    for (const person of people) await w.join(person, id)
    await w.next(start)
    for (const [n, user] of people.entries()) if (n < 4) await w.open(user, { direction: 1 + (n % 2), quantity: d(`0.0${n + 1}`) })
    for (let n = 0; n < 6; n++) await w.next({ ...start, BTCUSDT: String(60_000 + n * 1000) })
    const before = (await w.ranking(people[0]!, id)).records
    await w.work()
    const { records } = await w.ranking(people[0]!, id)
    const [competition] = await w.db.query('select final_ms is not null as is, participants from competition where id = $1', [id])
    expect(competition).toEqual({ is: true, participants: 6 })
    // Closing costs its fee, and changes no place here.
    expect(records.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
    for (let n = 0; n < 3; n++) await w.next({ ...start, BTCUSDT: '1000' })
    await w.work()
    expect((await w.ranking(people[0]!, id)).records).toEqual(records)
  })
})

describe('prizes', () => {
  test('are paid once, whatever statement the server dies at, and by two servers at once', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const w = await world()
    const people = await Promise.all(Array.from({ length: 4 }, () => w.person()))
    const id = await w.competition('dies', { to: 5, prizes: ['300', '150'], minTrades: 0 })
    for (const person of people) await w.join(person, id)
    await w.next(start)
    for (const [n, user] of people.entries()) await w.open(user, { quantity: d(`0.0${n + 1}`) })
    await w.next({ ...start, BTCUSDT: '61000' })
    for (let n = 0; n < 4; n++) await w.next()
    for (let after = 0; after < 160; after += 3) {
      const app: AppContext = { ...w.world.app, db: failingDatabase(w.db, after), events: createServerEventBus() }
      await runDueCompetitionJobs(app, createCompetitionEntryContractsCloser(app)).catch(() => {})
      const [paid] = await w.db.query<{ n: string }>('select count(*) as n from leg where type = 35')
      const [final] = await w.db.query<{ is: boolean }>('select final_ms is not null as is from competition where id = $1', [id])
      // All or nothing.
      expect([paid!.n, final!.is]).toEqual(final!.is ? ['2', true] : ['0', false])
    }
    const other = otherServer(w)
    await Promise.all([w.work(), other.work(), w.work(), other.work()])
    await w.work()
    expect(await Promise.all(people.map((person) => w.held(person, 1)))).toEqual([
      '0.00000000',
      '0.00000000',
      '150.00000000',
      '300.00000000',
    ])
    expect(await Promise.all(people.map((person) => w.held(person, 3)))).toEqual(people.map(() => '0.00000000'))
    const notices = await w.db.query<{ kind: string; n: string }>(
      'select kind, count(*) as n from inbox_notice group by kind order by kind',
    )
    expect(notices).toEqual([
      { kind: 'competitionEnded', n: '4' },
      { kind: 'competitionPrize', n: '2' },
    ])
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('wait while the prize account does not hold them', async () => {
    const said = vi.spyOn(log, 'error').mockImplementation(() => {})
    const w = await world()
    const ann = await w.person()
    const id = await w.competition('short', { to: 2, prizes: ['100000.01'] })
    await w.join(ann, id)
    for (let n = 0; n < 3; n++) await w.next()
    await w.work()
    expect(await w.held(ann, 1)).toBe('0.00000000')
    expect(said.mock.calls.flat().join()).toContain('does not hold the prizes of short')
    expect((await w.shown(ann, id)).mine).toMatchObject({ rank: 1, prize: null })
    await w.db.query(`select post_entry(1::smallint, 'capital', 'more', '', '', null, 1, array[null, null]::bigint[], array['USDT', 'USDT'],
      array['PRIZE', 'CAPITAL'], array[1, -1], array[null, null]::smallint[])`)
    w.clock.advance(61_000)
    await w.work()
    expect(await w.held(ann, 1)).toBe('100000.01000000')
  })

  test('a place is one of those in the table: whoever left or was taken out is not counted', async () => {
    const w = await world()
    const [ann, bob, cas, dee] = await Promise.all([w.person(), w.person(), w.person(), w.person()])
    const id = await w.competition('counted', { to: 9 })
    for (const user of [ann, bob, cas, dee]) {
      await w.join(user, id)
      w.clock.advance(1)
    }
    expect((await w.shown(ann, id)).participants).toBe(4)
    await w.leave(cas, id)
    await w.world.ask(dee, async ({ sql, afterCommit }) => {
      const out = { competitionId: id, userId: dee.userId, reason: 'many_accounts', note: 'the same device twice' } as const
      await disqualifyCompetitionParticipant(w.world.app, sql, out, afterCommit)
    })
    expect(await Promise.all([ann, cas, dee].map(async (user) => (await w.shown(user, id)).participants))).toEqual([2, 2, 2])
    for (let n = 0; n < 10; n++) await w.next()
    await w.work()
    const ended = await w.shown(bob, id)
    expect(ended).toMatchObject({ isFinal: true, participants: 2, mine: { rank: 2 } })
    expect((await w.ranking(bob, id)).records.filter(({ rank }) => rank !== null)).toHaveLength(ended.participants)
    const told = await w.db.query(`select params from inbox_notice where user_id = $1 and kind = 'competitionEnded'`, [bob.userId])
    expect(told).toMatchObject([{ params: { rank: '2', of: '2' } }])
  })

  test('go to the first with enough trades, and never to whoever left or was taken out', async () => {
    const w = await world()
    const [ann, bob, cas, dee] = await Promise.all([w.person(), w.person(), w.person(), w.person()])
    const id = await w.competition('enough', { to: 20, prizes: ['300', '150'], minTrades: 2 })
    for (const user of [ann, bob, cas, dee]) await w.join(user, id)
    await w.next(start)
    const trade = async (visitor: SignedInUser, quantity: string) => w.close(visitor, (await w.open(visitor, { quantity: d(quantity) })).id)
    // A position closed in parts is one trade.
    const parted = await w.open(ann, { quantity: d('0.0002') })
    await w.world.ask(ann, async (context) => w.world.rooms.trading.closePart({ id: parted.id, quantity: d('0.0001') }, context))
    await w.close(ann, parted.id)
    for (const user of [bob, cas]) {
      await trade(user, '0.01')
      await trade(user, user === bob ? '0.01' : '0.02')
    }
    await trade(dee, '0.001')
    await trade(dee, '0.001')
    await w.leave(dee, id)
    expect((await w.shown(ann, id)).mine?.closedTrades).toBe(1)
    for (let n = 0; n < 20; n++) await w.next()
    await w.work()
    expect((await w.ranking(ann, id)).records.map(({ rank, isMine, prize }) => [rank, isMine, prize])).toEqual([
      [1, true, null],
      [2, false, '300'],
      [3, false, '150'],
    ])
    expect(await Promise.all([ann, bob, cas, dee].map((user) => w.held(user, 1)))).toEqual([
      '0.00000000',
      '300.00000000',
      '150.00000000',
      '0.00000000',
    ])
  })
})

describe('bad luck', () => {
  test('a server that slept over the end closes everybody at the last prices before it, whatever they are when it wakes', async () => {
    const w = await world()
    const [ann, bob] = [await w.person(), await w.person()]
    const id = await w.competition('slept', { to: 3600, symbols: ['BTCUSDT', 'EURJPY'] })
    await w.join(ann, id)
    await w.join(bob, id)
    await w.next(start)
    const long = await w.open(ann)
    await w.open(bob, { symbol: 'EURJPY', direction: 2, quantity: d('10000') })
    await w.open(bob, { orderType: 2, price: d('50000') })
    await w.next({ ...start, BTCUSDT: '60100', EURJPY: '171', USDJPY: '154' })
    const lastSec = Math.floor(w.clock.now() / 1000)
    w.clock.advance(3 * 3_600_000)
    await w.restart()
    // What it finds then would close the long out, and fill the limit order.
    await w.next({ ...start, BTCUSDT: '40000', EURJPY: '400' })
    expect((await w.shown(ann, id)).status).toBe(-2)
    const closed = async () => {
      await w.work()
      await w.next()
      return w.db.query('select close_price, close_sec, close_reason, status from position where user_id = $1', [ann.userId])
    }
    await expect
      .poll(closed)
      .toEqual([{ close_price: '60093.99', close_sec: String(lastSec), close_reason: closeReason.competition, status: 3 }])
    const rank = async () => {
      await w.work()
      return (await w.shown(ann, id)).mine?.rank
    }
    await expect.poll(rank).toBe(1)
    const cancelled = await w.db.query('select close_reason from position where user_id = $1 and status = 4', [bob.userId])
    expect(cancelled).toEqual([{ close_reason: closeReason.competition }])
    expect(await w.held(bob, 3)).toBe('0.00000000')
    // The receipt recomputes from the record.
    const receipt = await w.world.ask(ann, async (context) =>
      w.world.rooms.settlement.info({ refType: 'position', refId: long.id }, context),
    )
    expect(receipt.state).toBe('done')
    w.clock.advance(600_000)
    expect(await checkSettlementsByReplayNow(w.world.app, createSettlementExplainers(w.world.app))).toMatchObject({
      checked: 2,
      mismatches: 0,
      unproved: 0,
    })
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('a server that starts between the end and the closing ranks by the last prices, not by those of now', async () => {
    const w = await world()
    const [ann, bob, cas] = [await w.person(), await w.person(), await w.person()]
    const id = await w.competition('between', { to: 6, symbols: ['BTCUSDT', 'EURJPY'] })
    for (const user of [ann, bob, cas]) await w.join(user, id)
    await w.next(start)
    await w.open(ann)
    await w.open(bob, { symbol: 'EURJPY', direction: 2, quantity: d('10000') })
    for (let n = 0; n < 5; n++) await w.next({ ...start, BTCUSDT: '61000', EURJPY: '170.5', USDJPY: '154' })
    const before = (await w.ranking(ann, id)).records
    expect(before.map(({ isMine }) => isMine)).toEqual([true, false, false])
    const equity = (await w.shown(ann, id)).mine?.equity
    expect(equity).toBe('100096.39970000')
    const late = { ...start, BTCUSDT: '40000', EURJPY: '100' }
    await w.next(late)
    await w.restart()
    await w.next(late)
    const same = async () => {
      expect(await w.shown(ann, id)).toMatchObject({ status: -2, isFinal: false, mine: { rank: 1, equity } })
      expect((await w.ranking(ann, id)).records).toEqual(before)
    }
    await same()
    // Fixed, and one of them cannot be closed yet.
    const stuck: AppContext = { ...w.world.app, events: createServerEventBus() }
    vi.spyOn(log, 'error').mockImplementation(() => {})
    await runDueCompetitionJobs(stuck, () => Promise.reject(new Error('stuck')))
    expect(await w.db.query('select symbol from competition_mark where competition_id = $1', [id])).toHaveLength(2)
    await same()
    await w.restart()
    await w.next(late)
    await same()
    await w.work()
    expect((await w.shown(ann, id)).mine).toMatchObject({ rank: 1, equity: '100092.74000500' })
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('trades at the last moment are before the end or refused, and nothing stays open', async () => {
    const w = await world()
    const people = await Promise.all(Array.from({ length: 8 }, () => w.person()))
    const id = await w.competition('moment', { to: 4 })
    for (const person of people) await w.join(person, id)
    for (let n = 0; n < 3; n++) await w.next()
    w.clock.advance(990)
    const outcomes = Promise.all(
      people.map(async (person, n) => {
        if (n === 4) w.clock.advance(10)
        return w.open(person, { quantity: d('0.01') }).then(
          () => 'opened',
          (error: Refusal) => error.refusal,
        )
      }),
    )
    const [came] = await Promise.all([outcomes, w.work(), w.work()])
    expect(came.every((user) => user === 'opened' || user === 'competitionNotOpen')).toBe(true)
    await w.next()
    await w.next()
    await w.work()
    await w.work()
    expect(await w.db.query('select from position where account_type = 3 and status in (0, 1, 2)')).toEqual([])
    expect(await Promise.all(people.map((person) => w.held(person, 3)))).toEqual(people.map(() => '0.00000000'))
    expect(await w.db.query('select from competition where final_ms is null and id = $1', [id])).toEqual([])
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('leaving, trading and joining another at once leaves two whole stories', async () => {
    const w = await world()
    const ann = await w.person()
    const [id, next] = [await w.competition('race-a', { to: 1000 }), await w.competition('race-b', { to: 1000 })]
    await w.join(ann, id)
    await w.next(start)
    for (let round = 0; round < 5; round++) {
      await w.open(ann, { compId: id, quantity: d('0.01') }).catch(() => {})
      await Promise.allSettled([
        w.open(ann, { compId: id, quantity: d('0.01') }),
        ...(round === 2 ? [w.leave(ann, id), w.leave(ann, id), w.join(ann, next)] : []),
        // Whichever one it is that runs.
        w.open(ann, { quantity: d('0.01') }),
      ])
      await w.next()
    }
    const entries = await w.db.query<{ competition_id: string; status: number }>(
      'select competition_id, status from competition_entry where user_id = $1 order by id',
      [ann.userId],
    )
    expect(entries).toEqual([
      { competition_id: id, status: -3 },
      { competition_id: next, status: 1 },
    ])
    expect(
      await w.db.query(
        'select from position p join competition_entry e on e.id = p.entry_id where e.status <> 1 and p.status in (0, 1, 2)',
      ),
    ).toEqual([])
    expect(await w.held(ann, 3, id)).toBe('0.00000000')
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('funding of a moment before the end is charged, of the end itself and later it is not', async () => {
    const w = await world({ startMs: 1_795_190_400_000 - 20_000 })
    const [ann, bob] = [await w.person(), await w.person()]
    // The first second has passed: one ends at 00:00:00 UTC+8, when funding is due, the other two seconds later.
    await w.join(ann, await w.competition('at-due', { to: 19 }))
    await w.join(bob, await w.competition('after-due', { to: 21 }))
    await w.next(start)
    await w.open(ann)
    await w.open(bob)
    // The hand's market has not eight hours of records to work a rate out from.
    await w.db.query(
      `insert into holding_mark (symbol, due_sec, kind, nights, mark, mark_sec, conversion_rate, long_rate, short_rate)
       values ('BTCUSDT', 1795190400, 'funding', 1, 60000, 1795190400, 1, 0.0001, 0.0001)`,
    )
    for (let n = 0; n < 24; n++) await w.next(start)
    const standing = async () => {
      await w.work()
      return (await positions()).map(({ user_id, status, charges }) => [user_id, status, charges])
    }
    const positions = () =>
      w.db.query<{ user_id: string; status: number; funding: string; charges: string }>(
        `select user_id, status, funding::text, (select count(*) from holding_charge c where c.position_id = p.id) as charges
       from position p where account_type = 3 order by user_id`,
      )
    await expect.poll(standing).toEqual([
      [ann.userId, 3, '0'],
      [bob.userId, 3, '1'],
    ])
    const rows = await positions()
    expect(rows[0]?.funding).toBe('0')
    expect(Number(rows[1]?.funding)).not.toBe(0)
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('what another server did and could not publish is found again', async () => {
    const w = await world()
    const ann = await w.person()
    const id = await w.competition('missed', { to: 1000 })
    await w.join(ann, id)
    await w.next(start)
    // Its events reach nobody.
    const silent: AppContext = { ...w.world.app, events: createServerEventBus() }
    const { id: position } = await w.open(ann)
    await w.shown(ann, id)
    await w.world.ask(ann, async (context) => createCallHandlers(silent).trading.closePosition({ id: position }, context))
    expect((await w.shown(ann, id)).mine?.closedTrades).toBe(0)
    w.world.app.events.missed()
    await expect.poll(async () => (await w.shown(ann, id)).mine?.closedTrades).toBe(1)
  })

  test('a start finds highest equities, falls and the day again', async () => {
    const w = await world()
    const ann = await w.person()
    const id = await w.competition('again', { to: 1000 })
    await w.join(ann, id)
    await w.next(start)
    await w.open(ann)
    await w.next({ ...start, BTCUSDT: '61000' })
    await w.next({ ...start, BTCUSDT: '59000' })
    const { mine } = await w.shown(ann, id)
    await w.work()
    await w.restart()
    await w.next({ ...start, BTCUSDT: '60000' })
    const now = (await w.shown(ann, id)).mine
    expect(now?.maxDrawdown).toBe(mine?.maxDrawdown)
    expect(mine?.maxDrawdown).toBe('0.0019')
    expect(now?.todayIncome).toBe(now?.totalIncome)
  })

  test('a day begins with what there was', async () => {
    // Twenty seconds before 00:00 UTC+8.
    const w = await world({ startMs: 1_795_190_400_000 - 20_000 })
    const ann = await w.person()
    const id = await w.competition('midnight', { to: 1000 })
    await w.join(ann, id)
    await w.next(start)
    const position = await w.open(ann)
    await w.next({ ...start, BTCUSDT: '61000' })
    await w.close(ann, position.id)
    expect((await w.shown(ann, id)).mine).toMatchObject({ todayIncome: '92.74000500', totalIncome: '92.74000500' })
    for (let n = 0; n < 20; n++) await w.next({ ...start, BTCUSDT: '61000' })
    expect((await w.shown(ann, id)).mine).toMatchObject({ todayIncome: '0.00000000', totalIncome: '92.74000500' })
    const again = await w.open(ann, { quantity: d('0.01') })
    await w.close(ann, again.id)
    expect((await w.shown(ann, id)).mine?.todayIncome.startsWith('-')).toBe(true)
  })
})
