import { afterAll, beforeAll, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { instantToWireTime, serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { OperatorContext } from '#server/operator/operatorContext.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { type CompetitionTerms, offerCompetition } from '#server/operator/offerCompetition.ts'
import { StaffError } from '#server/operator/staffError.ts'
import { approveReserveChange, proposeReserveChange } from '#server/operator/reserves.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import { competitionFixture, start } from './competitionFixture.ts'

// Staff offer a competition whose prizes two of them have put in before (docs/rules/{competitions,fair-dealing}.md); what is promised stays there.

const d = asDecimal
let contest: Awaited<ReturnType<typeof competitionFixture>>
let desk: OperatorContext
let [mia, ben, eve]: StaffMember[] = []

beforeAll(async () => {
  contest = await competitionFixture()
  desk = { app: contest.world.app, kinds: [] }
  const staff = async (name: string, role: 'risk' | 'reviewer' | 'productManager') =>
    (await addStaff(contest.db, { name, roles: [role], by: 'machine:test', now: contest.clock.now() })).staff
  ;[mia, ben, eve] = [await staff('mia', 'risk'), await staff('ben', 'reviewer'), await staff('eve', 'productManager')]
  contest.clock.advance(1_000)
})
afterAll(() => contest?.end())

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof StaffError ? `${error.kind}: ${error.message}` : String(error)),
  )
const change = async (amount: string): Promise<unknown> => {
  const asked = { name: 'prizes' as const, currency: 'USDT', amount: d(amount), reason: 'prizes of the autumn' }
  return approveReserveChange(desk, ben as StaffMember, await proposeReserveChange(desk, mia as StaffMember, asked))
}
const prizes = async () =>
  (await contest.db.query<{ amount: string }>(`select coalesce(sum(amount), 0)::text as amount from leg where bucket = 'PRIZE'`))[0]?.amount
const terms = (over: Partial<CompetitionTerms> = {}): CompetitionTerms => ({
  series: 'autumn',
  name: 'Autumn on the water',
  day: addServerDays(serverDayAt(contest.clock.now()), 1),
  days: 2,
  fund: d('50000'),
  prizes: [d('30'), d('12.5')],
  symbols: ['BTCUSDT', 'ETHUSDT'],
  maxLever: 5,
  minTrades: 1,
  reviewHours: 0,
  ...over,
})
const offer = (over: Partial<CompetitionTerms> = {}, who = eve as StaffMember) => offerCompetition(desk, who, terms(over))

it('refuses terms that cannot be', async () => {
  const wrong: [Partial<CompetitionTerms>, RegExp][] = [
    [{ series: 'Autumn 1' }, /^usage: "Autumn 1" is no series/],
    [{ name: 'A' }, /^usage: The name/],
    [{ day: '2027-02-31' }, /^usage: "2027-02-31" is no day/],
    [{ day: serverDayAt(contest.clock.now()) }, /^refused: It starts on a day that has not begun/],
    [{ days: 0 }, /^usage: It lasts/],
    [{ fund: d('0') }, /^usage: The fund/],
    [{ prizes: [d('-1')] }, /^usage: There are at most 100 prizes/],
    [{ symbols: [] }, /^usage: Name each market once/],
    [{ symbols: ['BTCUSDT', 'BTCUSDT'] }, /^usage: Name each market once/],
    [{ symbols: ['NOSUCH'] }, /^usage: "NOSUCH" is no market/],
    [{ maxLever: 11 }, /^usage: Leverage/],
    [{ minTrades: -1 }, /^usage: Closed trades/],
    [{ reviewHours: 200 }, /^usage: It is looked at/],
  ]
  for (const [over, words] of wrong) expect(await refusal(offer(over))).toMatch(words)
  expect(await refusal(offer({}, mia as StaffMember))).toMatch(/^forbidden: /)
  expect(await contest.db.query('select from competition')).toEqual([])
})

it('promises what two people put in before and keeps it there, to the prize in the winner’s real book', async () => {
  await change('-100000')
  expect(await prizes()).toBe('0.00000000')
  expect(await refusal(offer())).toBe(
    'refused: The prize account lacks 42.50000000 USDT for these prizes. Two people put it there: reserve fund prizes.',
  )
  await change('50')
  const made = await offer()
  expect(made).toMatchObject({ id: 'autumn-1' })
  expect(instantToWireTime(made.to - made.from)).toBe('1970-01-03 08:00:00')
  expect(await refusal(offer({ series: 'winter', prizes: [d('8')] }))).toMatch(/lacks 0.50000000 USDT/)
  expect(await refusal(change('-7.51'))).toMatch(/at most 7.50000000 can be taken/)
  expect(await refusal(offer({ prizes: [] }))).toBe('refused: autumn-1 of this series is not over by then.')
  expect(
    await refusal(Promise.all([offer({ series: 'winter', prizes: [d('5')] }), offer({ series: 'spring', prizes: [d('5')] })])),
  ).toMatch(/lacks 2.50000000 USDT/)
  expect(
    (await newestStaffLogEntries(contest.db, 50)).filter(({ action }) => action === 'competition.offer').map(({ about }) => about)[0],
  ).toMatchObject({
    id: 'autumn-1',
    prizes: '30 12.5',
    markets: 'BTCUSDT ETHUSDT',
  })

  const ann = await contest.person()
  expect(await contest.join(ann, 'autumn-1')).toMatchObject({ status: 0, prizes: ['30', '12.5'], maxLever: 5, minTrades: 1 })
  contest.clock.set(made.from + 1_000)
  await contest.next(start)
  const { id } = await contest.open(ann)
  await contest.next({ ...start, BTCUSDT: '61000' })
  await contest.close(ann, id)
  contest.clock.set(made.to + 1_000)
  await contest.next(start)
  await contest.work()
  expect(await contest.shown(ann, 'autumn-1')).toMatchObject({ status: -2, mine: { rank: 1, prize: '30' } })
  expect(await contest.held(ann, 1)).toBe('30.00000000')
  const notices = await contest.db.query('select kind, type, link from inbox_notice where user_id = $1 order by kind', [ann.userId])
  expect(notices).toEqual([
    { kind: 'competitionEnded', type: 'task', link: '/bisaiDetail?id=autumn-1' },
    { kind: 'competitionPrize', type: 'task', link: '/bisaiDetail?id=autumn-1' },
  ])
  expect(await findAllLedgerViolations(contest.db)).toEqual([])
})

it('leads from what it says of a position to the book that it is in', async () => {
  await contest.competition('links', { to: 3_600 })
  const bob = await contest.person()
  await contest.join(bob, 'links')
  await contest.next(start)
  await contest.open(bob)
  await contest.next({ ...start, BTCUSDT: '50000' })
  const notices = await contest.db.query<{ kind: string; link: string }>('select kind, link from inbox_notice where user_id = $1', [
    bob.userId,
  ])
  expect(notices).toContainEqual({ kind: 'closedOut', link: '/heyue?comp=links&symbol=BTCUSDT&book=history' })
})
