import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Visitor } from '#account/visitor.ts'
import { sandboxXpubs } from '#server/depositConfig.ts'
import type { House } from '#server/house.ts'
import { depositWorld } from '../../tests/money/depositWorld.ts'
import { refusalOf } from '../../tests/money/tradingWorld.ts'
import { deriveAddress } from './derive.ts'
import { depositsHandlers } from './handlers.ts'

// Addresses follow the keys: nobody is shown one whose private key was thrown away where coins are real.

let world: Awaited<ReturnType<typeof depositWorld>>
let ann: Visitor
beforeAll(async () => {
  world = await depositWorld()
})
afterAll(() => world.db.close())
beforeEach(async () => {
  ann = await world.verified()
})

const own = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).derive("m/44'/60'/0'").publicExtendedKey
const other = HDKey.fromMasterSeed(new Uint8Array(32).fill(8)).derive("m/44'/60'/0'").publicExtendedKey
const houseOf = (over: Partial<House['config']>): House => ({ ...world.house, config: { ...world.house.config, ...over } })
const withKey = (evm: string): House =>
  houseOf({ deposits: { xpubs: { ...sandboxXpubs, evm }, rpcUrls: { ethereum: 'http://127.0.0.1:9' } } })
const production = (): House => houseOf({ env: 'production', deposits: withKey(own).config.deposits! })

const address = async (house: House, currency = 'USDT', chainType = 'ERC20') =>
  (
    await world
      .ask(ann, (asking) => asking)
      .then((asking) => depositsHandlers(house).address({ currency, chainType }, { ...asking, sql: world.db }))
  ).address
const claim = async (house: House, currency: string, chainType: string, money: string, txHash: string) => {
  const voucher = [await world.picture(ann)]
  return world.ask(ann, (asking) => depositsHandlers(house).claim({ currency, chainType, money: money as never, txHash, voucher }, asking))
}

describe('an address of the sandbox’s own keys', () => {
  it('gives way to one of the house’s own, which then stays; what arrives at either is theirs', async () => {
    const burnt = await address(world.house)
    const mine = await address(withKey(own))
    expect(mine).not.toBe(burnt)
    expect([0, 1, 2, 3].map((index) => deriveAddress('evm', own, index))).toContain(mine)
    expect(await address(withKey(own))).toBe(mine)
    expect(await address(withKey(other))).toBe(mine)
    const rows = await world.db.query<{ user_id: string }>('select user_id from deposit_address where address = any($1)', [[burnt, mine]])
    expect(rows).toEqual([{ user_id: ann.userId }, { user_id: ann.userId }])
  })

  it('gives way once when many ask at once', async () => {
    await address(world.house)
    const asked = await Promise.all(Array.from({ length: 8 }, () => address(withKey(own))))
    expect(new Set(asked).size).toBe(1)
  })

  it('is not made in production, neither by asking nor by a claim, and one from before is not shown', async () => {
    const txHash = 'a'.repeat(64)
    expect(await refusalOf(address(production(), 'BTC', 'BTC'))).toMatchObject({ name: 'networkSuspended' })
    expect(await refusalOf(claim(production(), 'BTC', 'BTC', '1', txHash))).toMatchObject({ name: 'networkSuspended' })
    expect(await world.db.query('select from deposit_address where user_id = $1', [ann.userId])).toEqual([])
    await address(world.house, 'BTC', 'BTC')
    expect(await refusalOf(claim(production(), 'BTC', 'BTC', '1', txHash))).toMatchObject({ name: 'networkSuspended' })
  })
})

it('a claim on a paused network goes to the address that was given before, and to no new one', async () => {
  await world.db.query(`insert into network_pause (currency, chain_type, deposit, reason) values ('*', 'ERC20', true, 'upgrade')`)
  try {
    const txHash = `0x${'b'.repeat(64)}`
    const refused = { name: 'networkSuspended', detail: { reason: 'upgrade' } }
    expect(await refusalOf(claim(world.house, 'USDT', 'ERC20', '50', txHash))).toEqual(refused)
    const given = await address(world.house, 'USDT', 'BEP20')
    expect(await claim(world.house, 'USDT', 'ERC20', '50', txHash)).toMatchObject({ address: given })
  } finally {
    await world.db.query('delete from network_pause')
  }
})
