import { afterAll, beforeAll, expect, it } from 'vitest'
import { approveReviewCase, listReviewCases, rejectReviewCase, readReviewCase } from '#server/operator/reviews.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import { releaseClaimedWithdrawal, returnBankWithdrawal, claimWithdrawalForManualPayout } from '#server/operator/withdrawals.ts'
import { createReviewKinds } from '#server/operator/reviewKinds.ts'
import { sandboxPayoutPayer } from '#server/withdrawals/sandboxPayer.ts'
import { refusalOf } from '../trading/tradingFixture.ts'
import { evmAddress, withdrawalFixture } from './withdrawalFixture.ts'

// What no payer of the house can send, staff send: each is sent once, and none comes back that has left.

let world: Awaited<ReturnType<typeof withdrawalFixture>>
let [mia, tom]: StaffMember[] = []
const desk = () => ({ app: world.app, kinds: createReviewKinds(world.app) })
beforeAll(async () => {
  world = await withdrawalFixture({ env: 'production' })
  const added = await Promise.all(
    ['mia', 'tom'].map((name) => addStaff(world.db, { name, roles: ['reviewer'], by: 'machine:test', now: world.clock.now() })),
  )
  ;[mia, tom] = added.map(({ staff }) => staff)
})
afterAll(() => world?.end())

const ways = {
  TRC20: { currency: 'USDT', address: undefined },
  ERC20: { currency: 'ETH', address: evmAddress },
  BTC: { currency: 'BTC', address: () => 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
} as const

/** Somebody with one that is approved and that only staff can send. */
async function approved(chainType: keyof typeof ways = 'TRC20') {
  const who = await world.person()
  const { currency, address } = ways[chainType]
  if (currency !== 'USDT') await world.give(who, currency, '1')
  const accountId = await world.known(who, address?.(), { currency, chainType })
  const { id } = await world.withdraw(who, { currency, chainType, accountId, money: currency === 'USDT' ? '500' : '0.01' })
  return { who, id, currency, left: currency === 'USDT' ? '9500.00000000' : '0.99000000' }
}
const take = (staff: StaffMember | undefined, id: string) => claimWithdrawalForManualPayout(desk(), staff as StaffMember, id)
const release = async (staff: StaffMember | undefined, id: string, reason = 'the bank was closed') =>
  releaseClaimedWithdrawal(desk(), staff as StaffMember, id, reason)
const approve = (staff: StaffMember | undefined, id: string, reference?: string) =>
  approveReviewCase(desk(), staff as StaffMember, 'withdrawal', id, reference)
const giveBack = (staff: StaffMember | undefined, id: string) =>
  returnBankWithdrawal(desk(), staff as StaffMember, id, 'ownership_unconfirmed')
let hashes = 0
const hash = () => (++hashes).toString(16).padStart(64, 'a')

it('can be cancelled until somebody takes it, and then no more', async () => {
  const { who, id } = await approved()
  expect(await world.one(who, id)).toMatchObject({ phase: 'approved', canCancel: true })
  await take(mia, id)
  expect(await world.one(who, id)).toMatchObject({ phase: 'approved', canCancel: false })
  expect(await refusalOf(world.cancel(who, id))).toMatchObject({ name: 'notCancellable', detail: { status: 0 } })
  await expect(rejectReviewCase(desk(), mia as StaffMember, 'withdrawal', id, 'sanction_match')).rejects.toThrow(/stateConflict/)
  await approve(mia, id, hash())
  expect(await world.one(who, id)).toMatchObject({ status: 2 })
  expect(await world.money(who)).toEqual(['9500.00000000', '0.00000000'])
})

it('is taken by one of them, once it is approved, and sent by that one alone', async () => {
  const { id } = await approved()
  await expect(approve(mia, id, hash())).rejects.toThrow(/withdrawal take/)
  const all = await Promise.allSettled([take(mia, id), take(tom, id), take(mia, id)])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const isMias = (await world.row(id)).taken_by === 'mia'
  const [taker, other] = isMias ? [mia, tom] : [tom, mia]
  await expect(approve(other, id, hash())).rejects.toThrow(new RegExp(`taken by ${taker?.name}`))
  await expect(approve(taker, id)).rejects.toThrow(/stateConflict/)
  await approve(taker, id, hash())
  expect((await world.row(id)).status).toBe(2)
  await expect(take(mia, id)).rejects.toThrow(/stateConflict/)
  const waits = await world.person({ kyc: 2 })
  const beneficiary = { type: 'self', name: 'Ann' } as const
  const undecided = await world.withdraw(waits, { accountId: await world.known(waits), money: '2000', beneficiary })
  await expect(take(mia, undecided.id)).rejects.toThrow(/stateConflict/)
  await expect(approve(mia, undecided.id, hash())).rejects.toThrow(/withdrawal take/)
  expect((await world.row(undecided.id)).phase).toBe('review')
})

it('is given back with a reason, by whoever has it or somebody else, and then it can be cancelled', async () => {
  const { who, id } = await approved()
  await expect(release(mia, id)).rejects.toThrow(/stateConflict/)
  await take(mia, id)
  await expect(release(mia, id, 'no')).rejects.toThrow(/reason/)
  await release(tom, id)
  const [entry] = await newestStaffLogEntries(world.db, 1)
  expect(entry).toMatchObject({ by: 'tom', action: 'withdrawal.release', about: { id, takenBy: 'mia', reason: 'the bank was closed' } })
  await expect(approve(mia, id, hash())).rejects.toThrow(/withdrawal take/)
  await take(tom, id)
  await release(tom, id)
  await world.cancel(who, id)
  expect(await world.money(who)).toEqual(['10000.00000000', '0.00000000'])
})

it('that is taken is signed by no payer of the house, and the database keeps it so', async () => {
  const { who, id } = await approved()
  await take(mia, id)
  await world.move([sandboxPayoutPayer])
  expect(await world.row(id)).toMatchObject({ phase: 'approved', raw_tx: null, taken_by: 'mia' })
  for (const wrong of [`status = -3, phase = 'done'`, `taken_by = 'tom'`, `taken_by = ''`]) {
    await expect(world.db.query(`update withdrawal set ${wrong} where id = $1`, [id])).rejects.toThrow(/taken already|violates/)
  }
  // Its payer came meanwhile; it is still theirs who took it.
  await world.decide((sql, after) =>
    createReviewKinds(world.app)
      .find(({ kind }) => kind === 'withdrawal')!
      .approve(sql, id, { name: 'mia', isAutomatic: false }, world.clock.now(), after, hash()),
  )
  expect(await world.one(who, id)).toMatchObject({ status: 2 })
  await expect(world.db.query(`update withdrawal set taken_ms = null, taken_by = '' where id = $1`, [id])).rejects.toThrow(/is over/)
})

it('says in the list what it needs, and who has it', async () => {
  const { id } = await approved()
  expect((await listReviewCases(desk(), mia as StaffMember, 'withdrawal')).some((reviewCase) => reviewCase.id === id)).toBe(true)
  expect((await readReviewCase(desk(), mia as StaffMember, 'withdrawal', id, false)).facts).toMatchObject({ needs: 'withdrawal take' })
  await take(mia, id)
  expect((await readReviewCase(desk(), tom as StaffMember, 'withdrawal', id, false)).facts).toMatchObject({
    needs: 'reference',
    takenBy: 'mia',
  })
})

it('that arrived on a chain is not given back by one person: only a bank sends back', async () => {
  const { who, id } = await approved()
  await take(mia, id)
  await approve(mia, id, hash())
  await expect(giveBack(mia, id)).rejects.toThrow(/stateConflict/)
  expect(await world.one(who, id)).toMatchObject({ status: 2 })
  expect(await world.money(who)).toEqual(['9500.00000000', '0.00000000'])
})

it.each(['TRC20', 'ERC20', 'BTC'] as const)('of %s is one transaction, however its hash is spelt', async (chainType) => {
  const [first, second] = [await approved(chainType), await approved(chainType)]
  const small = hash()
  await take(mia, first.id)
  await take(mia, second.id)
  await expect(approve(mia, first.id, 'by hand 0001')).rejects.toThrow(/the hash of a transaction of this chain/)
  await approve(mia, first.id, ` ${small.toUpperCase()} `)
  const spelt = chainType === 'ERC20' ? `0x${small}` : small
  expect((await world.one(first.who, first.id)).txHash).toBe(spelt)
  for (const again of [small, small.toUpperCase(), `0x${small}`, `0X${small.toUpperCase()}`])
    await expect(approve(mia, second.id, again)).rejects.toThrow(/reference/)
  expect(await world.money(second.who, second.currency)).toEqual([second.left, expect.not.stringMatching(/^0\.0+$/)])
})
