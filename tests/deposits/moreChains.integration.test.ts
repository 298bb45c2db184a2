import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AddressFamily, networks } from '#db/seed/networks.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { multiply, q8, subtract } from '#rules/decimal.ts'
import { isValidChainAddress } from '#server/core/addresses/chainAddress.ts'
import { depositTransferOwners } from '#server/deposits/addresses.ts'
import { depositMemoAt } from '#server/deposits/memo.ts'
import { refuseOwnDepositAddress } from '#server/withdrawals/ownAddress.ts'
import { asDecimal } from '#contract/decimal.ts'
import { simulateChainTransfer } from '#server/deposits/chains/simulated.ts'
import { randomTxHash } from '#server/chains/txHash.ts'
import { depositFixture } from './depositFixture.ts'
import { refusalOf } from '../trading/tradingFixture.ts'
import { withdrawalFixture } from '../withdrawals/withdrawalFixture.ts'

// Every coin that can be bought leaves and comes in on its own chain, to whom it belongs.

// Published addresses of each chain that nobody here has.
const strangers: Partial<Record<AddressFamily, string>> = {
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ltc: 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
  doge: 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
  bch: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  solana: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  cardano: 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  ton: 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
  xrp: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  cosmos: 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4',
}

let world: Awaited<ReturnType<typeof depositFixture>>
beforeAll(async () => {
  world = await depositFixture()
  await world.step()
})
afterAll(() => world.db.close())

const coins = ['SOL', 'XRP', 'ADA', 'DOGE', 'LTC', 'BCH', 'LINK', 'AVAX', 'DOT', 'TON', 'UNI', 'ATOM']
const waysOf = (coin: string) => networks.filter(({ currency }) => currency === coin)

describe.each(coins)('%s', (coin) => {
  it('comes in to an address of its chain, and is credited once it is confirmed', async () => {
    const ann = await world.verified()
    expect(waysOf(coin)).not.toEqual([])
    for (const { chainType, family, depositMin, confirmations } of waysOf(coin)) {
      const { address } = await world.address(ann, coin, chainType)
      expect([address, isValidChainAddress(family, address)]).toEqual([address, true])
      const money = multiply(depositMin, '3')
      await world.simulate(ann, money, coin, chainType)
      await world.pass(confirmations + 1)
      expect(Number(await world.real(ann, coin))).toBe(Number(money))
      const [deposit] = (await world.list(ann, { currency: coin })).records
      expect(deposit).toMatchObject({ status: 1, chainType, address, simulated: true })
    }
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })
})

describe.each(['XRP', 'ATOM'])('an address that all share, of %s,', (coin) => {
  const family = coin === 'XRP' ? ('xrp' as const) : ('cosmos' as const)

  it('has a number for each person, which stays and which the signature covers', async () => {
    const [ann, bob] = [await world.verified(), await world.verified()]
    const [hers, his] = [await world.address(ann, coin, coin), await world.address(bob, coin, coin)]
    expect(hers.address).toBe(his.address)
    expect(hers.memo).toMatch(/^\d{7}$/)
    expect(hers.memo).not.toBe(his.memo)
    expect(await world.address(ann, coin, coin)).toMatchObject({ memo: hers.memo })
    const asked = await Promise.all(Array.from({ length: 6 }, () => world.address(bob, coin, coin)))
    expect(new Set(asked.map(({ memo }) => memo))).toEqual(new Set([his.memo]))
  })

  it('leaves a transfer without a number, or with one that nobody has, to nobody; with one wrong digit as well', async () => {
    const [ann, bob] = [await world.verified(), await world.verified()]
    const { address, memo = '' } = await world.address(ann, coin, coin)
    await world.address(bob, coin, coin)
    const wrong = [...memo].map((digit, at) => memo.slice(0, at) + String((Number(digit) + 1) % 10) + memo.slice(at + 1))
    const owners = await depositTransferOwners(world.db, [
      { to: address },
      { to: address, memo: '' },
      ...wrong.map((first) => ({ to: address, memo: first })),
    ])
    expect(new Set(owners)).toEqual(new Set([undefined]))
    expect(await depositTransferOwners(world.db, [{ to: address }, { to: address, memo: ` ${memo} ` }])).toEqual([undefined, ann.userId])
    const txHash = randomTxHash(family)
    await simulateChainTransfer(world.db, world.clock, {
      txHash,
      currency: coin,
      chainType: coin,
      address,
      memo: '',
      amount: asDecimal('50'),
    })
    await world.pass(30)
    expect((await world.list(ann)).total + (await world.list(bob)).total).toBe(0)
    const claim = await world.claim(ann, txHash.toLowerCase(), '50', [await world.picture(ann)], coin, coin)
    expect(claim).toMatchObject({ status: 0, txHash, address })
  })

  it('takes no withdrawal of the person’s own, and none without a number', async () => {
    const [ann, bob] = [await world.verified(), await world.verified()]
    const { address, memo = '' } = await world.address(ann, coin, coin)
    expect(await refusalOf(refuseOwnDepositAddress(world.db, ann.userId, family, address, memo))).toMatchObject({ name: 'addressOwn' })
    expect(await refusalOf(refuseOwnDepositAddress(world.db, bob.userId, family, address, ''))).toMatchObject({ name: 'memoRequired' })
    await refuseOwnDepositAddress(world.db, bob.userId, family, address, memo)
  })
})

it('a number beside a shared address notices every wrong digit and every two that changed places', () => {
  const all = new Set(Array.from({ length: 2000 }, (_, index) => depositMemoAt(index)))
  expect(all.size).toBe(2000)
  for (const memo of [...all].slice(0, 200))
    for (let at = 0; at + 1 < memo.length; at++) {
      const swapped = memo.slice(0, at) + memo[at + 1] + memo[at] + memo.slice(at + 2)
      if (swapped !== memo) expect(all.has(swapped)).toBe(false)
    }
})

it('an account of TON is one’s own in both of its spellings', async () => {
  const ann = await world.verified()
  const { address } = await world.address(ann, 'TON', 'TON')
  expect(address).toMatch(/^UQ/)
  expect(await refusalOf(refuseOwnDepositAddress(world.db, ann.userId, 'ton', address, ''))).toMatchObject({ name: 'addressOwn' })
})

describe('going out', () => {
  let going: Awaited<ReturnType<typeof withdrawalFixture>>
  beforeAll(async () => {
    going = await withdrawalFixture()
  })
  afterAll(() => going?.end())

  it.each(coins)('%s leaves to an address of its chain, with what stands beside it', async (coin) => {
    const ann = await going.person()
    for (const { chainType, family, withdrawMin, withdrawFee, memo: rule } of waysOf(coin)) {
      const money = multiply(withdrawMin, '2')
      await going.give(ann, coin, money)
      const address = strangers[family] ?? ''
      const memo = rule === 'none' ? undefined : '123456'
      const accountId = await going.known(ann, address, { currency: coin, chainType, ...(memo && { memo }) })
      const { id } = await going.withdraw(ann, { currency: coin, chainType, money, accountId })
      await going.db.query(`update withdrawal set phase = 'approved', approved_ms = $2 where id = $1 and phase = 'review'`, [
        id,
        going.clock.now(),
      ])
      for (let n = 0; n < 3; n++) {
        await going.move()
        going.clock.advance(60_000)
      }
      const sent = await going.one(ann, id)
      expect(sent).toMatchObject({
        status: 2,
        currency: coin,
        address,
        arrivalMoney: q8(subtract(money, withdrawFee)),
        ...(memo && { memo }),
      })
      expect((await going.money(ann, coin))[1]).toBe('0.00000000')
    }
    expect(await findAllLedgerViolations(going.db)).toEqual([])
  })

  it('a tag that is no number of 32 bits, and a memo where there is none, are refused', async () => {
    const ann = await going.person()
    const add = (currency: string, memo: string) =>
      refusalOf(going.add(ann, strangers[currency === 'XRP' ? 'xrp' : 'solana'], { currency, chainType: currency, memo }))
    expect(await add('XRP', '4294967296')).toMatchObject({ name: 'validation', detail: { field: 'memo' } })
    expect(await add('XRP', 'my wallet')).toMatchObject({ name: 'validation', detail: { field: 'memo' } })
    expect(await add('SOL', '1')).toMatchObject({ name: 'validation', detail: { field: 'memo' } })
    expect(await refusalOf(going.add(ann, 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi', { currency: 'XRP', chainType: 'XRP' }))).toMatchObject({
      name: 'addressInvalid',
    })
  })
})
