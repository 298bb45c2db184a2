import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import { log } from '#server/core/log.ts'
import { runDueTeamRebateJobs } from '#server/team/engine.ts'
import { teamHandlers } from '#server/team/handlers.ts'
import { computeTeamRebate, teamRebateEndDay } from '#server/team/computeDays.ts'
import { path } from '#sitemap'
import { breakingAfter, loanFixture, wrapped } from '../loans/loanFixture.ts'
import { failingFor } from '../ledger/badBatch.ts'

const d = asDecimal
const order = {
  accountType: 1 as const,
  posType: 2 as const,
  symbol: 'BTCUSDT',
  direction: 1 as const,
  orderType: 1 as const,
  slippageBps: 200,
  lever: 10,
  quantity: d('0.1'),
}

async function teamWorld(over: { env?: 'sandbox' | 'production' } = {}) {
  const world = await loanFixture(over)
  const { app, db, clock, ask } = world
  const calls = teamHandlers(app)
  await runDueTeamRebateJobs(app)
  /** A trading fee of that much, paid or given back at that moment. */
  const fee = (who: SignedInUser, amount: string, book: 1 | 2 = 1) =>
    db.transaction((sql) =>
      post(sql, {
        book,
        refType: 'position',
        refId: 'fee',
        at: clock.now(),
        legs: [
          { user: who.userId, currency: 'USDT', bucket: 'AVAIL', amount: negate(amount), type: 5 },
          { house: 'FEE', currency: 'USDT', amount: d(amount) },
        ],
      }),
    )
  return {
    ...world,
    calls,
    fee,
    invitee: async (of: SignedInUser, given: Parameters<typeof world.person>[0] = {}) => {
      const who = await world.person({ coins: { USDT: '10000' }, ...given })
      await db.query('update account set invited_by = $2 where id = $1', [who.userId, of.userId])
      return who
    },
    to: async (wire: string, with_: Partial<typeof app> = {}) => {
      clock.set(wireTimeToInstant(wire))
      await runDueTeamRebateJobs({ ...app, ...with_ })
    },
    work: (with_: Partial<typeof app> = {}) => runDueTeamRebateJobs({ ...app, ...with_ }),
    mine: (who: SignedInUser) => ask(who, async (context) => calls.myTeam({}, { ...context, site: 'https://app.example' })),
    members: (who: SignedInUser, pageNo = 1) => ask(who, async (context) => calls.teamMembers({ pageNo, pageSize: 20 }, context)),
    paid: async (who: SignedInUser) =>
      (await db.query<{ amount: string }>('select amount from leg where user_id = $1 and type = 33 order by id', [who.userId])).map(
        ({ amount }) => amount,
      ),
  }
}

let world: Awaited<ReturnType<typeof teamWorld>>
beforeAll(async () => {
  world = await teamWorld()
})
afterAll(() => world.db.close())

it('shares a fifth of what was paid, truncated, and takes what came back off the next days', () => {
  expect(computeTeamRebate(d('3.0003'), d('0'))).toEqual({ amount: '0.60006000', owed: '0.00000000' })
  expect(computeTeamRebate(d('0.00000004'), d('0')).amount).toBe('0.00000000')
  expect(computeTeamRebate(d('-3'), d('0'))).toEqual({ amount: '0.00000000', owed: '-3.00000000' })
  expect(computeTeamRebate(d('5'), d('-3'))).toEqual({ amount: '0.40000000', owed: '0.00000000' })
})

it.each([
  ['2026-11-21 00:00:00', '2027-11-21'],
  ['2028-02-29 12:00:00', '2029-02-28'],
  ['2026-12-31 23:59:59', '2027-12-31'],
])('counts twelve months from %s to %s', (joined, until) => expect(teamRebateEndDay(wireTimeToInstant(joined))).toBe(until))

describe('the share of a day', () => {
  it('that cannot be paid keeps no other waiting', async () => {
    await world.to('2026-11-29 09:00:00')
    const [ann, ben] = [await world.person(), await world.person()]
    for (const of of [ann, ben]) await world.fee(await world.invitee(of), '1')
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    // No posting can be made for the first of them.
    const db = failingFor(world.db, [ann.userId])
    await world.to('2026-11-30 00:05:01', { db })
    error.mockRestore()
    expect([await world.paid(ann), await world.paid(ben)]).toEqual([[], ['0.20000000']])
    await world.work()
    expect([await world.paid(ann), await world.paid(ben)]).toEqual([['0.20000000'], ['0.20000000']])
  })

  it('is of the fees of a real trade alone, and comes once in one posting', async () => {
    await world.to('2026-12-01 09:00:00')
    await world.price({ BTCUSDT: '60000' })
    const ann = await world.person({ coins: { USDT: '1' } })
    const [ben, cy] = [await world.invitee(ann, { kyc: 2 }), await world.invitee(ann)]
    const opened = await world.open(ben, order)
    expect('openFee' in opened && opened.openFee).toBe('3.00030000')
    await world.fee(cy, '1')
    // Neither demo fees nor stakes, losses or deposits.
    await world.fee(cy, '7', 2)
    await world.to('2026-12-02 00:04:59')
    expect(await world.paid(ann)).toEqual([])
    await world.to('2026-12-02 00:05:01')
    expect(await world.paid(ann)).toEqual(['0.80006000'])
    await Promise.all([world.work(), world.work(), world.work()])
    expect(await world.paid(ann)).toEqual(['0.80006000'])
    expect(await world.held(ann)).toBe('1.80006000')
    expect(await world.mine(ann)).toMatchObject({
      teamIncome: '0.80006000',
      level1Count: 2,
      teamSize: 2,
      rebateRate: '0.2',
      incentiveAllowed: true,
      rule: 'team',
    })
    expect((await world.members(ann)).records.map(({ income }) => income).toSorted()).toEqual(['0.20000000', '0.60006000'])
    expect((await world.records(ann)).at(-1)).toBe('33 0.80006000 USDT → 1.80006000')
    const told = await world.db.query(`select link from inbox_notice where user_id = $1 and kind = 'teamIncome'`, [ann.userId])
    expect(told).toEqual([{ link: path.team }])
  })

  it('takes fees that came back off, and never below nothing', async () => {
    const ann = await world.person()
    const ben = await world.invitee(ann)
    await world.to('2026-12-03 09:00:00')
    await world.fee(ben, '10')
    await world.to('2026-12-04 09:00:00')
    await world.fee(ben, '-4')
    await world.to('2026-12-05 09:00:00')
    await world.fee(ben, '5')
    await world.to('2026-12-06 09:00:00')
    expect(await world.paid(ann)).toEqual(['2.00000000', '0.20000000'])
  })

  it('is of trading fees alone: the fee of a loan that is sold brings nothing, that of a contract that is closed out does', async () => {
    const ann = await world.person()
    const ben = await world.invitee(ann, { kyc: 2, coins: { BTC: '0.6', USDT: '100' } })
    await world.to('2026-12-20 09:00:00')
    await world.price({ BTCUSDT: '60000' })
    await world.pledge(ben, world.pledgeAsk('15000', '0.5'))
    for (const price of ['50000', '42000', '36000', '33000', '33000']) await world.price({ BTCUSDT: price })
    const [sold] = await world.db.query<{ liq_fee_paid: string }>('select liq_fee_paid from loan where user_id = $1', [ben.userId])
    expect(Number(sold?.liq_fee_paid)).toBeGreaterThan(0)
    await world.fee(ben, '10')
    await world.to('2026-12-21 09:00:00')
    expect(await world.paid(ann)).toEqual(['2.00000000'])
    const [day] = await world.db.query<{ fees: string }>('select fees from team_fee where invitee_id = $1', [ben.userId])
    expect(day).toEqual({ fees: '10.00000000' })
  })

  it('ends after twelve months', async () => {
    const ann = await world.person()
    const ben = await world.invitee(ann)
    await world.db.query('update account set created_ms = $2 where id = $1', [ben.userId, wireTimeToInstant('2026-01-08 10:00:00')])
    await world.to('2027-01-07 23:59:00')
    await world.fee(ben, '10')
    await world.to('2027-01-08 00:01:00')
    await world.fee(ben, '100')
    await world.to('2027-01-10 01:00:00')
    expect(await world.paid(ann)).toEqual(['2.00000000'])
  })

  it('is caught up after days in which nobody was there', async () => {
    const ann = await world.person()
    const ben = await world.invitee(ann)
    for (const day of ['11', '12', '13']) {
      world.clock.set(wireTimeToInstant(`2027-01-${day} 12:00:00`))
      await world.fee(ben, '1')
    }
    await world.to('2027-01-15 12:00:00')
    expect(await world.paid(ann)).toEqual(['0.20000000', '0.20000000', '0.20000000'])
  })

  it('is paid once wherever a server dies', async () => {
    const ann = await world.person()
    const people = [await world.invitee(ann), await world.invitee(ann), await world.invitee(ann)]
    for (const person of people) await world.fee(person, '10')
    world.clock.set(wireTimeToInstant('2027-01-16 00:06:00'))
    const said = vi.spyOn(log, 'error').mockImplementation(() => {})
    for (let n = 1, isBroken = true; isBroken && n < 100; n++) {
      const { wrap, broke } = breakingAfter(n)
      await world.work({ db: wrapped(world.db, wrap) })
      isBroken = broke()
    }
    said.mockRestore()
    await Promise.all([world.work(), world.work()])
    expect(await world.paid(ann)).toEqual(['6.00000000'])
    expect(await findAllLedgerViolations(world.db)).toEqual([])
    await expect(world.db.query('update team_income set amount = 1')).rejects.toThrow(/paid once/)
  })

  it('brings nothing where incentives are off', async () => {
    const other = await teamWorld({ env: 'production' })
    const ann = await other.person({ country: 'DE' })
    const ben = await other.invitee(ann)
    await other.to('2026-12-01 09:00:00')
    await other.fee(ben, '10')
    await other.to('2026-12-02 09:00:00')
    expect(await other.paid(ann)).toEqual([])
    expect(await other.mine(ann)).toMatchObject({ teamIncome: '0.00000000', incentiveAllowed: false, level1Count: 1 })
    await other.db.close()
  })
})

it('counts three levels, those of today and those who deposited, and shows only direct ones, masked', async () => {
  await world.to('2027-02-01 09:00:00')
  const ann = await world.person()
  const invitee = await world.invitee(ann)
  const two = await world.invitee(invitee)
  const three = await world.invitee(two)
  await world.invitee(three)
  expect(await world.mine(ann)).toMatchObject({
    teamSize: 3,
    level1Count: 1,
    level2Count: 1,
    level3Count: 1,
    newToday: 3,
    rechargedCount: 0,
  })
  const { inviteCode, link, qrText } = await world.mine(ann)
  expect([link, qrText]).toEqual([`https://app.example/i/${inviteCode}`, `https://app.example/i/${inviteCode}`])
  const { records, total } = await world.members(ann)
  expect(total).toBe(1)
  expect(records[0]).toMatchObject({ id: invitee.userId, account: expect.stringMatching(/^.\*\*\*@example\.com$/), income: '0.00000000' })
  for (const [id, who, status] of [
    [1, invitee, 0],
    [2, two, 1],
    [3, invitee, 1],
    [4, invitee, 1],
  ] as const) {
    await world.db.query(
      `insert into deposit (id, order_no, user_id, currency, chain_type, chain, money, credited, value_usdt, address, tx_hash, log_index,
         need_confirmations, status, source, created_ms, updated_ms)
       values ($1, $2, $3, 'USDT', 'ERC20', 'simulated', 10, case when $4 = 1 then 10 end, 10, 'a', $2, 0, 1, $4::smallint, 'chain', 1, 1)`,
      [id, `RC${id}`, who.userId, status],
    )
    // Only credited ones of direct invitees, each person once.
    expect((await world.mine(ann)).rechargedCount).toBe(id < 3 ? 0 : 1)
  }
  await world.to('2027-02-02 09:00:00')
  expect(await world.mine(ann)).toMatchObject({ newToday: 0, teamIncome: '0.00000000' })
  expect((await world.members(three)).total).toBe(1)
})
