import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportedAddressFamily } from '#db/seed/networks.ts'
import { nonXpubAddressEncoders, isValidChainAddress } from '../core/addresses/chainAddress.ts'
import type { AppContext } from '../core/appContext.ts'
import type { OperatorContext } from '../operator/operatorContext.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { importPoolAddresses, listAddressPools } from '#server/operator/pools.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import { depositFixture } from '../../tests/deposits/depositFixture.ts'
import { refusalOf } from '../../tests/trading/tradingFixture.ts'
import { getOrAssignDepositAddress } from './addresses.ts'
import { claimPooledDepositAddress } from './pool.ts'

// Addresses made elsewhere: each is somebody's once, and a file with one bad line brings nothing.

let world: Awaited<ReturnType<typeof depositFixture>>
let mia: StaffMember
let desk: OperatorContext
let real: AppContext
beforeAll(async () => {
  world = await depositFixture()
  desk = { app: world.app, kinds: [] }
  real = { ...world.app, config: { ...world.app.config, env: 'production' } }
  mia = (await addStaff(world.db, { name: 'mia', roles: ['risk'], by: 'machine:test', now: world.clock.now() })).staff
})
afterAll(() => world.db.close())

const made = (family: ImportedAddressFamily, count: number): string[] =>
  Array.from({ length: count }, () => nonXpubAddressEncoders[family](new Uint8Array(randomBytes(32))))
const bring = (chainType: string, lines: readonly string[], end = '\n') =>
  importPoolAddresses(desk, mia, { chainType, text: lines.join(end) })
const free = async (chainType: string) => (await listAddressPools(desk, mia)).find((pool) => pool.chainType === chainType)?.free
const ask = (userId: string, family: ImportedAddressFamily) =>
  world.db.transaction((sql) => getOrAssignDepositAddress(real, sql, userId, family))
const newcomers = (count: number) => Promise.all(Array.from({ length: count }, async () => (await world.verified()).userId))

describe.each([
  ['SOL', 'solana'],
  ['ADA', 'cardano'],
  ['DOT', 'polkadot'],
  ['TON', 'ton'],
] as const)('the pool of %s', (chainType, family) => {
  let before = 0
  beforeEach(async () => {
    // Whatever an earlier test left is taken, so that each begins with an empty pool.
    while ((await claimPooledDepositAddress(world.db, family, world.clock.now())) !== undefined);
    before = (await newestStaffLogEntries(world.db, 1000)).length
  })

  it('gives each person one address once, in the order of the file, and the same ever after', async () => {
    const [first, second] = made(family, 2)
    expect(await bring(chainType, [first ?? '', '', second ?? ''], '\r\n')).toBe(2)
    const [ann, bob] = await newcomers(2)
    expect(await ask(ann!, family)).toEqual({ address: first, memo: '' })
    expect(await ask(bob!, family)).toEqual({ address: second, memo: '' })
    expect(await ask(ann!, family)).toEqual({ address: first, memo: '' })
    expect(await free(chainType)).toBe(0)
  })

  it('says plainly when none is left, and goes on when more are brought', async () => {
    const [ann] = await newcomers(1)
    expect(await refusalOf(ask(ann!, family))).toMatchObject({ name: 'noDepositAddress' })
    const [next] = made(family, 1)
    await bring(chainType, [next ?? ''])
    expect(await ask(ann!, family)).toEqual({ address: next, memo: '' })
  })

  it('gives many at once an address each, one person who asks often the same one, and those too many a refusal', async () => {
    const all = made(family, 12)
    await bring(chainType, all)
    const people = await newcomers(15)
    const results = await Promise.allSettled([...people, ...people, ...people].map((userId) => ask(userId, family)))
    const given = new Map<string, Set<string>>()
    for (const [at, result] of results.entries()) {
      const who = people[at % people.length]!
      if (result.status === 'fulfilled') given.set(who, (given.get(who) ?? new Set()).add(result.value.address))
      else expect(result.reason).toMatchObject({ refusal: 'noDepositAddress' })
    }
    expect(given.size).toBe(12)
    for (const own of given.values()) expect(own.size).toBe(1)
    expect(new Set([...given.values()].flatMap((own) => [...own]))).toEqual(new Set(all))
    expect(await free(chainType)).toBe(0)
  })

  it('takes nothing of a file with a bad line, and says which', async () => {
    const [first = '', second = '', third = ''] = made(family, 3)
    const wrong = first.slice(0, -1) + (first.endsWith('q') ? 'p' : 'q')
    const lines = [first, wrong, second, first, third]
    if (family !== 'solana') expect(isValidChainAddress(family, wrong)).toBe(false)
    await expect(bring(chainType, lines)).rejects.toThrow(
      family === 'solana'
        ? /Nothing was taken: line 4 is the address of line 1 again/
        : /line 2 is no address of this chain.*; line 4 is the address of line 1 again/,
    )
    expect(await free(chainType)).toBe(0)
    await bring(chainType, [first])
    await expect(bring(chainType, [second, first])).rejects.toThrow('Nothing was taken: line 2 is in the pool already.')
    const [ann] = await newcomers(1)
    await ask(ann!, family)
    await expect(bring(chainType, [first])).rejects.toThrow('line 1 is in the pool already')
    expect(await free(chainType)).toBe(0)
    const entries = await newestStaffLogEntries(world.db, 1000)
    expect(entries).toHaveLength(before + 1)
    expect(entries.at(-1)).toMatchObject({ by: 'mia', action: 'pool.import', about: { network: chainType, addresses: '1' } })
  })

  it('takes a file that comes twice at once one time', async () => {
    const all = made(family, 5)
    const done = await Promise.allSettled([bring(chainType, all), bring(chainType, all), bring(chainType, all)])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await free(chainType)).toBe(5)
  })

  it('is low below a hundred', async () => {
    const isLow = async () => (await listAddressPools(desk, mia)).find((pool) => pool.chainType === chainType)?.isLow
    await bring(chainType, made(family, 99))
    expect(await isLow()).toBe(true)
    await bring(chainType, made(family, 1))
    expect(await isLow()).toBe(false)
  })
})

it('two transactions that take at once get two addresses, and neither waits for the other', async () => {
  await bring('SOL', made('solana', 2))
  const both = await world.db.transaction(async (sql) => {
    const first = await claimPooledDepositAddress(sql, 'solana', world.clock.now())
    const second = await world.db.transaction((second) => claimPooledDepositAddress(second, 'solana', world.clock.now()))
    return [first, second]
  })
  expect(new Set(both).size).toBe(2)
  expect(both).not.toContain(undefined)
})

it('of TON takes either spelling of an account, and gives out the one without return', async () => {
  const bounceable = 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF'
  await expect(bring('TON', [bounceable, 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA'])).rejects.toThrow(
    'line 2 is the address of line 1 again',
  )
  while ((await claimPooledDepositAddress(world.db, 'ton', world.clock.now())) !== undefined);
  await bring('TON', [bounceable])
  const [ann] = await newcomers(1)
  expect(await ask(ann!, 'ton')).toEqual({ address: 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', memo: '' })
})

it('takes none for a network whose addresses follow from a key, nor an empty file', async () => {
  await expect(bring('LTC', ['ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'])).rejects.toThrow(/takes no addresses from a pool/)
  await expect(bring('SOL', ['', ' '])).rejects.toThrow('The file holds no addresses.')
})
