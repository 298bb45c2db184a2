import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { depositsHandlers } from '#server/deposits/handlers.ts'
import { refusalOf } from '../trading/tradingFixture.ts'
import { tron, withdrawalFixture } from './withdrawalFixture.ts'

// What never hinders money on its way out, and an address that leads back (docs/rules/deposits-and-withdrawals.md); what is told to everybody
// (docs/rules/fair-dealing.md).

let world: Awaited<ReturnType<typeof withdrawalFixture>>
beforeAll(async () => {
  world = await withdrawalFixture()
})
afterAll(() => world?.end())
type Person = Awaited<ReturnType<typeof world.person>>

describe('nothing but the law keeps money in', () => {
  it('papers that ended leave known addresses open, and new ones closed', async () => {
    const ann = await world.person({ passkeyHours: 25 })
    const accountId = await world.known(ann)
    const ended: Person = { ...ann, isPapersEnded: true }
    expect(await world.withdraw(ended, { accountId })).toMatchObject({ phase: 'approved' })
    expect(await refusalOf(world.look(ended, { address: tron[2], money: '50' }))).toMatchObject({ name: 'kycRequired' })
    // The preview was before they ended.
    const { confirmToken } = await world.look(ann, { address: tron[2], money: '50' })
    expect(await refusalOf(world.apply(ended, { address: tron[2], money: '50' }, confirmToken))).toMatchObject({ name: 'kycRequired' })
  })
  it('a lost level makes the day smaller and leaves it', async () => {
    const ann = await world.person({ kyc: 2, real: '100000' })
    const accountId = await world.known(ann)
    const beneficiary = { type: 'self', name: 'Ann' } as const
    expect(await world.withdraw(ann, { accountId, money: '4000', beneficiary })).toMatchObject({ status: 0 })
    const lower: Person = { ...ann, kycLevel: 1 }
    expect(await refusalOf(world.look(lower, { accountId, money: '1001' }))).toMatchObject({ name: 'dailyLimit' })
    expect(await world.withdraw(lower, { accountId, money: '900' })).toMatchObject({ phase: 'approved' })
  })
  it('a market that is halted and every exclusion at once hinder nothing', async () => {
    const ann = await world.person({ passed: false })
    await world.exclude(ann, 60, 'all')
    await world.timeout(ann, 1008)
    await world.db.query(`insert into market_halt (symbol, since_ms, reason) values ('BTCUSDT', 0, 'a test')`)
    try {
      await world.give(ann, 'BTC', '1')
      const accountId = await world.known(ann, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', { currency: 'BTC', chainType: 'BTC' })
      expect(await world.withdraw(ann, { currency: 'BTC', chainType: 'BTC', accountId, money: '0.01' })).toMatchObject({
        phase: 'approved',
      })
    } finally {
      await world.db.query('delete from market_halt')
    }
  })
})

describe('an address of one’s own here', () => {
  const calls = () => depositsHandlers(world.app)
  const addressOf = (who: Person, chainType: string, currency = 'USDT') =>
    world
      .ask(who, (context) => context)
      .then(async (context) => (await calls().address({ currency, chainType }, { ...context, sql: world.db })).address)

  it('is refused by its name wherever it is given: it would only cost the fee', async () => {
    const ann = await world.person({ passkeyHours: 25 })
    const own = await addressOf(ann, 'TRC20')
    expect(await refusalOf(world.look(ann, { address: own }))).toMatchObject({ name: 'addressOwn' })
    expect(await refusalOf(world.add(ann, own))).toMatchObject({ name: 'addressOwn' })
    const evm = await addressOf(ann, 'ERC20')
    // One address for the family, however it is spelt.
    const small = { currency: 'USDT', chainType: 'BEP20', address: evm.toLowerCase(), money: '50' }
    expect(await refusalOf(world.look(ann, small))).toMatchObject({ name: 'addressOwn' })
    const btc = await addressOf(ann, 'BTC', 'BTC')
    expect(await refusalOf(world.look(ann, { currency: 'BTC', chainType: 'BTC', address: btc, money: '0.001' }))).toMatchObject({
      name: 'addressOwn',
    })
    const { id } = await world.add(ann)
    const proof = await world.proofOf(ann)
    expect(await refusalOf(world.ask(ann, (context) => world.calls.editAccount({ id, address: own, ...proof }, context)))).toMatchObject({
      name: 'addressOwn',
    })
    // Saved before it was theirs.
    await world.db.query('update withdrawal_account set address = $2, cool_until_ms = 0 where id = $1', [id, own])
    expect(await refusalOf(world.look(ann, { accountId: id }))).toMatchObject({ name: 'addressOwn' })
    expect(await world.money(ann)).toEqual(['10000.00000000', '0.00000000'])
  })
  it('and somebody else’s here is an address like any other', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const accountId = await world.known(ann, await addressOf(bob, 'TRC20'))
    expect(await world.withdraw(ann, { accountId })).toMatchObject({ phase: 'approved' })
  })
})

it('the public figures are counted once a minute, however many ask', async () => {
  const other = await withdrawalFixture()
  try {
    const stats = async () => other.ask(await other.person(), (context) => other.calls.withdrawalStats({}, context))
    const first = await stats()
    const ann = await other.person()
    await other.withdraw(ann, { accountId: await other.known(ann) })
    other.clock.advance(59_999)
    expect(await stats()).toEqual(first)
    other.clock.advance(1)
    const both = await Promise.all([stats(), stats()])
    expect(both).toMatchObject([{ waiting: 1 }, { waiting: 1 }])
    expect(Number(both[0].asOf) - Number(first.asOf)).toBe(60_000)
  } finally {
    await other.end()
  }
})

it('half and 95 of a hundred as they were, and each reason counted; open to everybody', async () => {
  const other = await withdrawalFixture()
  try {
    const stats = async () => other.ask(await other.person(), (context) => other.calls.withdrawalStats({}, context))
    expect(await stats()).toMatchObject({ paid: 0, p50Seconds: null, p95Seconds: null, refused: [] })
    const ann = await other.person({ kyc: 2, real: '100000' })
    const accountId = await other.known(ann)
    const beneficiary = { type: 'self', name: 'Ann' } as const
    const ask = (money = '2000') => other.withdraw(ann, { accountId, money, beneficiary })
    // Twenty that take 60, 120, … 1,200 seconds from the request to the money's leaving.
    const made: { id: string; at: number }[] = []
    for (let n = 0; n < 20; n++) made.push({ id: (await ask('1001')).id, at: other.clock.now() })
    for (const [n, { id, at }] of made.entries()) {
      other.clock.advance(at + (n + 1) * 60_000 - 30_000 - other.clock.now())
      await other.approve(id)
      await other.move()
      other.clock.advance(30_000)
      await other.move()
    }
    for (const reason of ['sanction_match', 'address_invalid', 'sanction_match']) await other.reject((await ask()).id, reason)
    await other.cancel(ann, (await ask()).id)
    await ask()
    expect(await stats()).toEqual({
      days: 30,
      paid: 20,
      p50Seconds: 600,
      p95Seconds: 1140,
      waiting: 1,
      late: 0,
      cancelled: 1,
      refused: [
        { reason: 'sanction_match', count: 2 },
        { reason: 'address_invalid', count: 1 },
      ],
      asOf: other.clock.now(),
    })
    other.later(25)
    await other.move()
    expect(await stats()).toMatchObject({ late: 1 })
    other.later(30 * 24)
    expect(await stats()).toMatchObject({ paid: 0, p50Seconds: null, refused: [] })
    const { withdrawals } = await import('#contract/calls/withdrawals.ts')
    expect(withdrawals.withdrawalStats.access).toBe('open')
  } finally {
    await other.end()
  }
})
