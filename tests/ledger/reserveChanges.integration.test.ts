import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { readCompetitionPrizeLiabilities, committedPrizeTotal } from '#server/competitions/finalizeCompetition.ts'
import { createSignedReservesReader } from '#server/fairness/reserves.ts'
import { readWelfareLiabilities } from '#server/levels/unpaidGrants.ts'
import type { OperatorContext } from '#server/operator/operatorContext.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { StaffError } from '#server/operator/staffError.ts'
import { approveReserveChange, declineReserveChange, listReserveChanges, proposeReserveChange } from '#server/operator/reserves.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import { fundFixture } from '../products/fundFixture.ts'

// The house's own money in what incomes and loans are paid from (docs/architecture.md): put in and taken out by two people, never what
// is owed.

const d = asDecimal
const reason = 'capital of the second quarter'
let world: Awaited<ReturnType<typeof fundFixture>>
let desk: OperatorContext
let mia: StaffMember
let ben: StaffMember

const staffMember = async (name: string, role: 'risk' | 'reviewer') =>
  (await addStaff(world.db, { name, roles: [role], by: 'machine:test', now: world.clock.now() })).staff

beforeEach(async () => {
  world = await fundFixture()
  desk = { app: world.app, kinds: [] }
  mia = await staffMember('mia', 'risk')
  ben = await staffMember('ben', 'reviewer')
  world.clock.advance(1_000)
})
afterEach(async () => {
  await world.end()
})

type Wish = Parameters<typeof proposeReserveChange>[2]
const propose = async (amount: string, over: Partial<Wish> = {}, who = mia) =>
  proposeReserveChange(desk, who, { name: 'earn', currency: 'USDT', amount: d(amount), reason, ...over })
const change = async (amount: string, over: Partial<Wish> = {}) => approveReserveChange(desk, ben, await propose(amount, over))
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof StaffError ? `${error.kind}: ${error.message}` : String(error)),
  )

/** What the reserves hold by their legs. */
const held = async (account: string, currency = 'USDT') =>
  (
    await world.db.query<{ amount: string }>(
      'select coalesce(sum(amount), 0)::text as amount from leg where user_id is null and book = 1 and bucket = $1 and currency = $2',
      [account, currency],
    )
  )[0]?.amount

describe('what is put in', () => {
  it('comes from the capital once a second person approves, and pays from then on; all of it is in the log', async () => {
    const before = [await held('RESERVE_EARN'), await held('LOAN_POOL'), await held('RESERVE_EARN', 'BTC')]
    expect(before).toEqual(['500000.00000000', '2000000.00000000', '20.00000000'])
    const id = await propose('1000.5')
    expect(await held('RESERVE_EARN')).toBe('500000.00000000')
    expect(await refusal(approveReserveChange(desk, mia, id))).toMatch(/^refused: You proposed this/)
    expect(await listReserveChanges(desk, ben, false)).toMatchObject([{ id, name: 'earn', amount: '1000.50000000', status: 'waiting' }])
    expect(await approveReserveChange(desk, ben, id)).toMatchObject({ status: 'approved', decidedBy: 'ben' })
    expect(await refusal(approveReserveChange(desk, ben, id))).toMatch(/was approved by ben already/)
    await change('0.25', { currency: 'BTC' })
    await change('7', { name: 'loans' })
    expect([await held('RESERVE_EARN'), await held('LOAN_POOL'), await held('RESERVE_EARN', 'BTC')]).toEqual([
      '501000.50000000',
      '2000007.00000000',
      '20.25000000',
    ])
    expect(await world.db.query('select amount from earn_reserve where book = 1 order by currency')).toContainEqual({
      amount: '501000.50000000',
    })
    const entries = (await newestStaffLogEntries(world.db, 7)).map(({ by, action, about }) => [
      by,
      action,
      about['reserve'],
      about['amount'],
    ])
    expect(entries).toEqual([
      ['mia', 'reserve.propose', 'earn', '1000.50000000'],
      ['ben', 'reserve.list', undefined, undefined],
      ['ben', 'reserve.approve', 'earn', '1000.50000000'],
      ['mia', 'reserve.propose', 'earn', '0.25000000'],
      ['ben', 'reserve.approve', 'earn', '0.25000000'],
      ['mia', 'reserve.propose', 'loans', '7.00000000'],
      ['ben', 'reserve.approve', 'loans', '7.00000000'],
    ])
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('is booked once however many approve at the same moment', async () => {
    const id = await propose('10')
    const eva = await addStaff(world.db, { name: 'eva', roles: ['risk'], by: 'x', now: asInstant(world.clock.now() - 1_000) })
    const found = await Promise.all([ben, eva.staff, ben].map((who) => refusal(approveReserveChange(desk, who, id))))
    expect(found.filter((outcome) => outcome === 'nothing')).toHaveLength(1)
    expect(await held('RESERVE_EARN')).toBe('500010.00000000')
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('is a currency that something is paid in, an amount and a reason; a decided one never changes', async () => {
    expect(await refusal(propose('1', { currency: 'EUR' }))).toMatch(/^usage: Nothing is paid out of "earn" in "EUR"/)
    expect(await refusal(propose('1', { name: 'loans', currency: 'BTC' }))).toMatch(/^usage: Nothing is paid out of "loans"/)
    for (const over of [{ amount: d('0') }, { amount: d('0.000000001') }, { reason: 'too short' }])
      expect(await refusal(propose('1', over))).toMatch(/^usage: /)
    expect(await refusal(propose('1', {}, ben))).toMatch(/^forbidden: /)
    const id = await propose('1')
    await declineReserveChange(desk, mia, id)
    expect(await refusal(approveReserveChange(desk, ben, id))).toMatch(/was declined by mia already/)
    const { db } = world
    await expect(db.query('update reserve_change set status = 0, decided_by = null, decided_ms = null')).rejects.toThrow('decided once')
    await expect(db.query('delete from reserve_change')).rejects.toThrow('decided once')
    expect(await listReserveChanges(desk, ben, true)).toMatchObject([{ id, status: 'declined', decidedBy: 'mia' }])
    expect(await held('RESERVE_EARN')).toBe('500000.00000000')
  })

  it('is not approved in production by an account of less than a day', async () => {
    const id = await propose('1')
    const strict: OperatorContext = { ...desk, app: { ...world.app, config: { ...world.app.config, env: 'production' } } }
    expect(await refusal(approveReserveChange(strict, ben, id))).toMatch(/24 hours/)
    world.clock.advance(24 * 3_600_000)
    expect(await refusal(approveReserveChange(strict, ben, id))).toBe('nothing')
  })
})

describe('what is taken out', () => {
  it('leaves thirty days at the most of what was sold, also by two at once', async () => {
    const ann = await world.person({ level: 2, real: '100000' })
    await world.buy(ann, 'harbour-90', '10000', 1)
    // 30 × 0.05 % of 10,000
    expect(await refusal(change('-499850.00000001'))).toBe(
      'refused: It holds 500000.00000000 USDT and must keep 150.00000000 for what is open: at most 499850.00000000 can be taken.',
    )
    expect(await held('RESERVE_EARN')).toBe('500000.00000000')
    const both = [await propose('-400000'), await propose('-400000')]
    const found = await Promise.all(both.map((id) => refusal(approveReserveChange(desk, ben, id))))
    expect(found.filter((outcome) => outcome === 'nothing')).toHaveLength(1)
    expect(found).toContainEqual(expect.stringMatching(/at most 99850.00000000 can be taken/))
    await change('-99850')
    expect(await held('RESERVE_EARN')).toBe('150.00000000')
    // What is left is enough for what was sold, and for nothing more.
    const refused = await world.preview(ann, 'harbour-90', '1000', 1).catch((error: { refusal: string }) => error.refusal)
    expect(refused).toBe('reserveUnfunded')
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('leaves what a fund has gained for those who are in it', async () => {
    const ann = await world.person({ real: '100000' })
    await world.buy(ann, 'gold-trend', '1000', 1)
    for (const day of ['2026-11-21', '2026-11-22']) await world.publishNav(day, '1')
    await world.at('2026-11-23 08:00:00')
    expect(await refusal(change('-499900.00000001'))).toMatch(/must keep 100.00000000 /)
    await world.publishNav('2026-11-23', '1.5')
    await world.at('2026-11-24 08:00:00')
    expect(await refusal(change('-499500.00000001'))).toMatch(/must keep 500.00000000 /)
    await change('-499500')
  })

  it('leaves in the pool what passed loans wait for', async () => {
    const ann = await world.person({ real: '10' })
    await world.db.query(
      `insert into loan (id, order_no, user_id, set_id, kind, currency, amount, days, daily_rate, late_factor, grace_days, purpose, income,
         review_by_ms, created_ms, status, decided_ms, decided_by)
       values (1, 'LN1', $1, 'credit-usdt', 1, 'USDT', 500, 30, 0.0003, 1.5, 3, 'living', 'from500', 1, 1, 2, 1, 'mia')`,
      [ann.userId],
    )
    expect(await refusal(change('-1999500.00000001', { name: 'loans' }))).toMatch(/must keep 500.00000000 .* at most 1999500.00000000/)
    await change('-1999500', { name: 'loans' })
    expect(await held('LOAN_POOL')).toBe('500.00000000')
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('leaves in the welfare account what was granted and what lies in vouchers', async () => {
    const ann = await world.person({ real: '10' })
    const welfare = (amount: string) => change(amount, { name: 'welfare' })
    await welfare('-99990')
    await welfare('0.5')
    expect(await held('WELFARE')).toBe('10.50000000')
    await world.db.query(
      `insert into welfare_grant (user_id, kind, day, level, amount, created_ms) values ($1, 'levelBonus', '2026-11-20', 1, 8, 1)`,
      [ann.userId],
    )
    await world.db.query(`insert into benefit_task (user_id, task, done_ms, claimed_ms) values ($1, 'basicKyc', 1, 1)`, [ann.userId])
    await world.db.query(`insert into voucher (id, user_id, task, amount, rest, created_ms) values (1, $1, 'basicKyc', 2, 2, 1)`, [
      ann.userId,
    ])
    await world.db.query(`update welfare_fund set amount = amount - 2`)
    expect(await refusal(welfare('-0.50000001'))).toMatch(/holds 8.50000000 USDT and must keep 8.00000000 .* at most 0.50000000/)
    await welfare('-0.5')
    expect(await refusal(propose('1', { name: 'welfare', currency: 'BTC' }))).toMatch(/^usage: Nothing is paid out of "welfare"/)
    expect(await held('WELFARE')).toBe('10.00000000')
    expect(await findAllLedgerViolations(world.db)).toEqual([])
    // Everybody reads it so (docs/rules/fair-dealing.md).
    const { reserves } = await createSignedReservesReader([readCompetitionPrizeLiabilities, readWelfareLiabilities])(
      world.db,
      asInstant(world.clock.now()),
    )
    const shown = (account: string) => reserves.filter((reserve) => reserve.account === account)
    expect(shown('WELFARE')).toEqual([
      { account: 'WELFARE', currency: 'USDT', balance: '10.00000000', covers: '10.00000000', coverage: '1.0000' },
    ])
    expect(shown('PRIZE')).toMatchObject([{ balance: await held('PRIZE'), covers: await committedPrizeTotal(world.db) }])
  })
})
