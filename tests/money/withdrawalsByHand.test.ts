import { afterAll, beforeAll, expect, it } from 'vitest'
import { approveCase, listCases, rejectCase, showCase } from '#server/operator/reviews.ts'
import { newestEntries } from '#server/operator/log.ts'
import { addStaff, type Staff } from '#server/operator/staff.ts'
import { releaseWithdrawal, returnWithdrawal, takeWithdrawal } from '#server/operator/withdrawals.ts'
import { reviewKinds } from '#server/reviews.ts'
import { sandboxPayer } from '#server/withdrawals/sandboxPayer.ts'
import { refusalOf } from './tradingWorld.ts'
import { evmAddress, withdrawWorld } from './withdrawWorld.ts'

// What no payer of the house can send, staff send: each is sent once, and none comes back that has left.

let world: Awaited<ReturnType<typeof withdrawWorld>>
let [mia, tom]: Staff[] = []
const desk = () => ({ house: world.house, kinds: reviewKinds(world.house) })
beforeAll(async () => {
  world = await withdrawWorld({ env: 'production' })
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
const take = (staff: Staff | undefined, id: string) => takeWithdrawal(desk(), staff as Staff, id)
const release = async (staff: Staff | undefined, id: string, reason = 'the bank was closed') =>
  releaseWithdrawal(desk(), staff as Staff, id, reason)
const approve = (staff: Staff | undefined, id: string, reference?: string) =>
  approveCase(desk(), staff as Staff, 'withdrawal', id, reference)
const giveBack = (staff: Staff | undefined, id: string) => returnWithdrawal(desk(), staff as Staff, id, 'ownership_unconfirmed')
let hashes = 0
const hash = () => (++hashes).toString(16).padStart(64, 'a')

it('can be cancelled until somebody takes it, and then no more', async () => {
  const { who, id } = await approved()
  expect(await world.one(who, id)).toMatchObject({ phase: 'approved', canCancel: true })
  await take(mia, id)
  expect(await world.one(who, id)).toMatchObject({ phase: 'approved', canCancel: false })
  expect(await refusalOf(world.cancel(who, id))).toMatchObject({ name: 'notCancellable', detail: { status: 0 } })
  await expect(rejectCase(desk(), mia as Staff, 'withdrawal', id, 'sanction_match')).rejects.toThrow(/stateConflict/)
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
  const [entry] = await newestEntries(world.db, 1)
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
  await world.move([sandboxPayer])
  expect(await world.row(id)).toMatchObject({ phase: 'approved', raw_tx: null, taken_by: 'mia' })
  for (const wrong of [`status = -3, phase = 'done'`, `taken_by = 'tom'`, `taken_by = ''`]) {
    await expect(world.db.query(`update withdrawal set ${wrong} where id = $1`, [id])).rejects.toThrow(/taken already|violates/)
  }
  // Its payer came meanwhile; it is still theirs who took it.
  await world.decide((sql, after) =>
    reviewKinds(world.house)
      .find(({ kind }) => kind === 'withdrawal')!
      .approve(sql, id, { name: 'mia', isAutomatic: false }, world.clock.now(), after, hash()),
  )
  expect(await world.one(who, id)).toMatchObject({ status: 2 })
  await expect(world.db.query(`update withdrawal set taken_ms = null, taken_by = '' where id = $1`, [id])).rejects.toThrow(/is over/)
})

it('says in the list what it needs, and who has it', async () => {
  const { id } = await approved()
  expect((await listCases(desk(), mia as Staff, 'withdrawal')).some((one) => one.id === id)).toBe(true)
  expect((await showCase(desk(), mia as Staff, 'withdrawal', id, false)).facts).toMatchObject({ needs: 'withdrawal take' })
  await take(mia, id)
  expect((await showCase(desk(), tom as Staff, 'withdrawal', id, false)).facts).toMatchObject({ needs: 'reference', takenBy: 'mia' })
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
  const [one, two] = [await approved(chainType), await approved(chainType)]
  const small = hash()
  await take(mia, one.id)
  await take(mia, two.id)
  await expect(approve(mia, one.id, 'by hand 0001')).rejects.toThrow(/the hash of a transaction of this chain/)
  await approve(mia, one.id, ` ${small.toUpperCase()} `)
  const spelt = chainType === 'ERC20' ? `0x${small}` : small
  expect((await world.one(one.who, one.id)).txHash).toBe(spelt)
  for (const again of [small, small.toUpperCase(), `0x${small}`, `0X${small.toUpperCase()}`])
    await expect(approve(mia, two.id, again)).rejects.toThrow(/reference/)
  expect(await world.money(two.who, two.currency)).toEqual([two.left, expect.not.stringMatching(/^0\.0+$/)])
})
