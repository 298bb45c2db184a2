import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../core/visitor.ts'
import { sandboxXpubs } from '../core/startup/depositConfig.ts'
import type { AppContext } from '../core/appContext.ts'
import { depositFixture } from '../../tests/deposits/depositFixture.ts'
import { refusalOf } from '../../tests/trading/tradingFixture.ts'
import { deriveDepositAddress } from './derive.ts'
import { depositsHandlers } from './handlers.ts'

// Addresses follow the keys: nobody is shown one whose private key was thrown away where coins are real.

let world: Awaited<ReturnType<typeof depositFixture>>
let ann: SignedInUser
beforeAll(async () => {
  world = await depositFixture()
})
afterAll(() => world.db.close())
beforeEach(async () => {
  ann = await world.verified()
})

const own = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).derive("m/44'/60'/0'").publicExtendedKey
const other = HDKey.fromMasterSeed(new Uint8Array(32).fill(8)).derive("m/44'/60'/0'").publicExtendedKey
const houseOf = (over: Partial<AppContext['config']>): AppContext => ({ ...world.app, config: { ...world.app.config, ...over } })
const withKey = (evm: string): AppContext =>
  houseOf({ deposits: { xpubs: { ...sandboxXpubs, evm }, rpcUrls: { ethereum: 'http://127.0.0.1:9' } } })
const production = (): AppContext => houseOf({ env: 'production', deposits: withKey(own).config.deposits! })

const address = async (app: AppContext, currency = 'USDT', chainType = 'ERC20') =>
  (
    await world
      .ask(ann, (context) => context)
      .then((context) => depositsHandlers(app).address({ currency, chainType }, { ...context, sql: world.db }))
  ).address
const claim = async (app: AppContext, currency: string, chainType: string, money: string, txHash: string) => {
  const voucher = [await world.picture(ann)]
  return world.ask(ann, (context) => depositsHandlers(app).claim({ currency, chainType, money: money as never, txHash, voucher }, context))
}

describe('an address of the sandbox’s own keys', () => {
  it('gives way to one of the house’s own, which then stays; what arrives at either is theirs', async () => {
    const burnt = await address(world.app)
    const mine = await address(withKey(own))
    expect(mine).not.toBe(burnt)
    expect([0, 1, 2, 3].map((index) => deriveDepositAddress('evm', own, index))).toContain(mine)
    expect(await address(withKey(own))).toBe(mine)
    expect(await address(withKey(other))).toBe(mine)
    const rows = await world.db.query<{ user_id: string }>('select user_id from deposit_address where address = any($1)', [[burnt, mine]])
    expect(rows).toEqual([{ user_id: ann.userId }, { user_id: ann.userId }])
  })

  it('gives way once when many ask at once', async () => {
    await address(world.app)
    const addresses = await Promise.all(Array.from({ length: 8 }, () => address(withKey(own))))
    expect(new Set(addresses).size).toBe(1)
  })

  it('is not made in production, neither by asking nor by a claim, and one from before is not shown', async () => {
    const txHash = 'a'.repeat(64)
    expect(await refusalOf(address(production(), 'BTC', 'BTC'))).toMatchObject({ name: 'networkUnwatched' })
    expect(await refusalOf(claim(production(), 'BTC', 'BTC', '1', txHash))).toMatchObject({ name: 'networkUnwatched' })
    expect(await world.db.query('select from deposit_address where user_id = $1', [ann.userId])).toEqual([])
    await address(world.app, 'BTC', 'BTC')
    expect(await refusalOf(claim(production(), 'BTC', 'BTC', '1', txHash))).toMatchObject({ name: 'networkUnwatched' })
  })
})

it('a claim on a paused network goes to the address that was given before, and to no new one', async () => {
  await world.db.query(`insert into network_pause (currency, chain_type, deposit, reason) values ('*', 'ERC20', true, 'upgrade')`)
  try {
    const txHash = `0x${'b'.repeat(64)}`
    const refused = { name: 'networkSuspended', detail: { reason: 'upgrade' } }
    expect(await refusalOf(claim(world.app, 'USDT', 'ERC20', '50', txHash))).toEqual(refused)
    const given = await address(world.app, 'USDT', 'BEP20')
    expect(await claim(world.app, 'USDT', 'ERC20', '50', txHash)).toMatchObject({ address: given })
  } finally {
    await world.db.query('delete from network_pause')
  }
})
