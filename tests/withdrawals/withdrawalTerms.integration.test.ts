import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wallet } from '#contract/calls/wallet.ts'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { listNetworksWithTerms, toCurrencyNetwork } from '#server/chains/networks.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import {
  announceWithdrawalTerms,
  cancelAnnouncedWithdrawalTerms,
  earliestWithdrawalTermsStart,
  listWithdrawalTerms,
} from '#server/operator/terms.ts'
import { publishReleaseWithdrawalTerms } from '#server/withdrawals/releaseTerms.ts'
import { loadWithdrawalTermsLookup } from '#server/chains/withdrawalTerms.ts'
import { withdrawalFixture } from './withdrawalFixture.ts'

// docs/rules/deposits-and-withdrawals.md: a fee changes a week after it was announced, and never for what was shown before.

const dayMs = 86_400_000
const d = asDecimal
let world: Awaited<ReturnType<typeof withdrawalFixture>>
let desk: Parameters<typeof announceWithdrawalTerms>[0]
let mia: StaffMember
beforeAll(async () => {
  world = await withdrawalFixture()
  desk = { app: world.app, kinds: [] }
  // The database goes by its own clock, which ours must not be behind.
  world.clock.advance(Math.max(0, Date.now() - world.clock.now()) + dayMs)
  await publishReleaseWithdrawalTerms(world.db)
  mia = (await addStaff(world.db, { name: 'mia', roles: ['productManager'], by: 'test', now: world.clock.now() })).staff
})
afterAll(() => world?.end())

const listed = async (currency: string, chainType: string) =>
  (await listNetworksWithTerms(world.db, world.app))
    .map(toCurrencyNetwork)
    .find((id) => id.currency === currency && id.chainType === chainType)
const announce = (currency: string, chainType: string, fee: string, more: { min?: string; day?: string } = {}) =>
  announceWithdrawalTerms(desk, mia, {
    currency,
    chainType,
    fee: d(fee),
    min: more.min === undefined ? undefined : d(more.min),
    day: more.day ?? serverDayAt(earliestWithdrawalTermsStart(world.clock.now())),
  })
const insert = (values: string) =>
  world.db.query(`insert into withdrawal_terms (currency, chain_type, fee, min, published_ms, from_ms, staff_id) values ${values}`)

it('an announced fee holds from its time on, to the millisecond, and what was shown before keeps the old one', async () => {
  const ann = await world.person()
  const accountId = await world.known(ann)
  const { from } = await announce('USDT', 'TRC20', '2.5', { min: '12' })
  expect(from - world.clock.now()).toBeGreaterThanOrEqual(7 * dayMs)
  expect(from - world.clock.now()).toBeLessThan(8 * dayMs)
  const now = await listed('USDT', 'TRC20')
  expect(now).toMatchObject({ withdrawFee: '1', withdrawMin: '10', next: { withdrawFee: '2.5', withdrawMin: '12', from } })
  expect(wallet.networks.reply.parse([{ ...now, next: { ...now?.next, from: '2026-12-01 00:00:00' } }])).toHaveLength(1)
  expect((await listed('USDT', 'ERC20'))?.next).toBeUndefined()
  world.clock.advance(from - 1 - world.clock.now())
  const before = await world.look(ann, { accountId, money: '10' })
  expect(before.youGet).toBe('9.00000000')
  world.clock.advance(1)
  expect((await listed('USDT', 'TRC20'))?.next).toBeUndefined()
  expect((await world.look(ann, { accountId })).fees[0]?.amount).toBe('2.50000000')
  await expect(world.look(ann, { accountId, money: '11.99' })).rejects.toThrow('belowMin')
  // Agreed to before, also below what is the minimum by now.
  const made = await world.apply(ann, { accountId, money: '10' }, before.confirmToken)
  expect([made.fee, made.arrivalMoney]).toEqual(['1.00000000', '9.00000000'])
  await world.move()
  world.clock.advance(60_000)
  await world.move()
  expect(await world.one(ann, made.id)).toMatchObject({ fee: '1.00000000', arrivalMoney: '9.00000000', status: 2 })
  await expect(world.db.query('update withdrawal set fee = 2 where id = $1', [made.id])).rejects.toThrow('fixed')
})

describe('the database itself', () => {
  const at = () => world.clock.now()
  it('takes no change that begins sooner, nor one that claims to have been published before', async () => {
    const way = `'BTC', 'BTC', 0.0001, 0.0005`
    await expect(insert(`(${way}, ${at()}, ${at() + 7 * dayMs - 1}, ${mia.id})`)).rejects.toThrow('seven days')
    await expect(insert(`(${way}, ${at()}, 0, ${mia.id})`)).rejects.toThrow('seven days')
    await expect(insert(`(${way}, ${at()}, 0, null)`)).rejects.toThrow('seven days')
    const back = Date.now() - 8 * dayMs
    await expect(insert(`(${way}, ${back}, ${back + 7 * dayMs}, null)`)).rejects.toThrow('seven days')
    await expect(insert(`('DOGE', 'DOGE', 1, 2, ${at()}, 0, ${mia.id})`)).rejects.toThrow('seven days')
    await expect(insert(`('BTC', 'BTC', 0.0005, 0.0005, ${at()}, ${at() + 8 * dayMs}, ${mia.id})`)).rejects.toThrow('violates')
    expect((await listed('BTC', 'BTC'))?.withdrawFee).toBe('0.00008')
  })
  it('changes and removes nothing that was announced', async () => {
    const { id } = await announce('BTC', 'BTC', '0.00009')
    for (const change of ['fee = 0.0001', 'from_ms = from_ms - 1', 'published_ms = 0', `called_off_ms = ${Date.now() - dayMs}`])
      await expect(world.db.query(`update withdrawal_terms set ${change} where id = $1`, [id])).rejects.toThrow('not changed')
    await expect(world.db.query('delete from withdrawal_terms')).rejects.toThrow('only grows')
    await cancelAnnouncedWithdrawalTerms(desk, mia, id)
    await expect(world.db.query('update withdrawal_terms set called_off_ms = null where id = $1', [id])).rejects.toThrow('not changed')
  })
})

describe('the product manager', () => {
  it('learns what is wrong, and the first day that is far enough', async () => {
    const first = serverDayAt(earliestWithdrawalTermsStart(world.clock.now()))
    const tooNear = serverDayAt(earliestWithdrawalTermsStart(world.clock.now()) - dayMs)
    await expect(announce('ETH', 'ERC20', '0.002', { day: tooNear })).rejects.toThrow(`the first day it can begin is ${first}`)
    await expect(announce('ETH', 'ERC20', '0.002', { day: 'soon' })).rejects.toThrow('is no day')
    await expect(announce('ETH', 'ERC20', '0.02')).rejects.toThrow('must be above the fee')
    await expect(announce('ETH', 'ERC20', '0.0015')).rejects.toThrow('hold already')
    await expect(announce('ETH', 'TRC20', '1')).rejects.toThrow('no network of ours')
    await expect(announce('USDT', 'ERC20', '1.0000001')).rejects.toThrow('at most 6 decimals')
    await announce('ETH', 'ERC20', '0.002')
    await expect(announce('ETH', 'ERC20', '0.003')).rejects.toThrow('announced already')
  })
  it('can call a change off until it begins, and everything is in the log', async () => {
    const coming = (await listWithdrawalTerms(desk)).find(({ currency, isComing }) => currency === 'ETH' && isComing)
    expect(coming).toMatchObject({ fee: '0.002', min: '0.01', by: 'mia' })
    await cancelAnnouncedWithdrawalTerms(desk, mia, coming?.id ?? '')
    expect((await listed('ETH', 'ERC20'))?.next).toBeUndefined()
    await expect(cancelAnnouncedWithdrawalTerms(desk, mia, coming?.id ?? '')).rejects.toThrow('No announced change')
    const { id, from } = await announce('ETH', 'ERC20', '0.0025')
    world.clock.advance(from - world.clock.now())
    await expect(cancelAnnouncedWithdrawalTerms(desk, mia, id)).rejects.toThrow('No announced change')
    expect((await listed('ETH', 'ERC20'))?.withdrawFee).toBe('0.0025')
    const did = (await newestStaffLogEntries(world.db, 3)).map(({ by, action, about }) => [by, action, about['currency']])
    expect(did).toEqual([
      ['mia', 'terms.announce', 'ETH'],
      ['mia', 'terms.callOff', 'ETH'],
      ['mia', 'terms.announce', 'ETH'],
    ])
  })
})

describe('a release that lists other terms', () => {
  it('announces them like anybody, once, however many servers start; what is new holds at once', async () => {
    const lists = [
      { currency: 'TRX', chainType: 'TRC20', fee: '2', min: '20' },
      { currency: 'USD', chainType: 'BANK', fee: '12', min: '50' },
      { currency: 'XMR', chainType: 'XMR', fee: '0.005', min: '0.1' },
    ]
    const count = async () => Number((await world.db.query<{ n: string }>('select count(*) as n from withdrawal_terms'))[0]?.n)
    const before = await count()
    await Promise.all([
      publishReleaseWithdrawalTerms(world.db, lists),
      publishReleaseWithdrawalTerms(world.db, lists),
      publishReleaseWithdrawalTerms(world.db, lists),
    ])
    expect(await count()).toBe(before + 3)
    const at = async (ms: number, currency: string, chainType: string) =>
      (await loadWithdrawalTermsLookup(world.db, ms))(currency, chainType)
    const soon = Date.now() + 7 * dayMs
    expect(await at(soon - 60_000, 'TRX', 'TRC20')).toMatchObject({ now: { fee: '1' }, next: { fee: '2' } })
    expect(await at(soon + 60_000, 'TRX', 'TRC20')).toEqual({ now: { fee: '2', min: '20' }, next: undefined })
    expect(await at(soon - 60_000, 'USD', 'BANK')).toMatchObject({ now: { fee: '10' }, next: { fee: '12' } })
    expect(await at(0, 'XMR', 'XMR')).toEqual({ now: { fee: '0.005', min: '0.1' }, next: undefined })
  })
})
