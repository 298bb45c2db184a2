import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../core/visitor.ts'
import { networks } from '#db/seed/networks.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { depositFixture } from '../../tests/deposits/depositFixture.ts'
import { loopbackBitcoin } from '../../tests/support/nodes/loopbackBitcoin.ts'
import { bitcoinAddressOfScript, scriptOfBitcoinAddress } from '../chains/bitcoinAddress.ts'
import { type BitcoinFamilyChain, bitcoinFamilyChains } from '../chains/bitcoinNode.ts'
import { parseJsonNumbersAsText, parseSmallestUnits } from '../core/exactJson.ts'
import { listNetworksWithTerms } from '../chains/networks.ts'
import { refuseNodesOnWrongChain } from '../chains/refuseWrongChains.ts'
import { createBitcoinDepositChainReader } from './chains/bitcoin.ts'
import type { DepositChainReader } from './chains/chain.ts'
import { startDepositJobs } from './engine.ts'
import { scanChainForDeposits } from './watch.ts'

const networkOf = (chain: BitcoinFamilyChain) => networks.find((each) => each.chain === chain)!
const listed = (chain: BitcoinFamilyChain) => [networkOf(chain)]
const mainGenesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const cashFork = '0000000000000000004626ff6e3b936941d341c5932ece4357eeccac44e6d56c'

let world: Awaited<ReturnType<typeof depositFixture>>
let node: Awaited<ReturnType<typeof loopbackBitcoin>>
let chain: DepositChainReader
let ann: SignedInUser
let to: string
beforeAll(async () => {
  world = await depositFixture()
  node = await loopbackBitcoin()
  node.mine(5)
  chain = createBitcoinDepositChainReader('bitcoin', node.url, listed('bitcoin'))
  await world.step(chain)
})
afterAll(async () => {
  node?.stop()
  await world?.db.close()
})
beforeEach(async () => {
  ann = await world.verified()
  to = (await world.address(ann, 'BTC', 'BTC')).address
})

/** Blocks one after the other, each read as it comes. */
const mine = async (count: number) => {
  for (let n = 0; n < count; n++) {
    node.mine()
    await world.step(chain)
  }
}
const seen = async (who = ann) =>
  (await world.list(who)).records
    .map(({ status, confirmations, money }) => ({ status, confirmations, money }))
    .toSorted((a, b) => (a.money < b.money ? -1 : 1))

describe('amounts', () => {
  it('are what the node wrote, digit by digit', () => {
    const read = parseJsonNumbersAsText('{"value":92233720368.54775807,"n":0,"tx":["1"]}') as { value: string; n: string }
    expect(read).toEqual({ value: '92233720368.54775807', n: '0', tx: ['1'] })
    expect(parseSmallestUnits(read.value, 8)).toBe(9223372036854775807n)
    expect(parseSmallestUnits('0.29', 8)).toBe(29000000n)
    expect(parseSmallestUnits('1e-8', 8)).toBe(1n)
    expect(parseSmallestUnits('1.5E+2', 8)).toBe(15000000000n)
    expect(parseSmallestUnits('0.000000010', 8)).toBe(1n)
  })

  it('that are none are refused', () => {
    for (const wrong of ['-1', '1e-9', '0.123456789', 'NaN', '', '0x10', '1,5', '1e9999'])
      expect([wrong, parseSmallestUnits(wrong, 8)]).toEqual([wrong, undefined])
  })
})

describe.each(bitcoinFamilyChains)('%s', (name) => {
  it('credits what a block holds, once it is confirmed, to the digit', async () => {
    const { currency, chainType, confirmations } = networkOf(name)
    const own = await loopbackBitcoin({ chain: name, isOlder: name === 'dogecoin' })
    try {
      const watched = createBitcoinDepositChainReader(name, own.url, listed(name))
      await world.step(watched)
      const address = (await world.address(ann, currency, chainType)).address
      const txid = own.send([address, '12345678901.12345679'])
      own.mine(confirmations - 1)
      await world.step(watched)
      const [waiting] = (await world.list(ann)).records
      expect(waiting).toMatchObject({ status: 0, confirmations: confirmations - 1, txHash: txid, address, simulated: false })
      own.mine()
      await world.step(watched)
      expect(await world.real(ann, currency)).toBe('12345678901.12345679')
    } finally {
      own.stop()
    }
  })
})

describe('scripts', () => {
  // BIP-173, BIP-350, BIP-84's first address and published ones of the other chains.
  it.each<[BitcoinFamilyChain, string, string]>([
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2'],
    [
      'bitcoin',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
    ['bitcoincash', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', '76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac'],
    ['bitcoincash', 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq', 'a91476a04053bda0a88bda5177b86a15c3b29f55987387'],
  ])('of %s lead to and from %s', (name, address, script) => {
    expect(scriptOfBitcoinAddress(name, address)).toBe(script)
    expect(bitcoinAddressOfScript(name, script)).toBe(address)
  })

  it('that pay to nobody have no address', () => {
    for (const script of ['', '6a0b68656c6c6f', '51', 'ff', '76a9'])
      for (const name of bitcoinFamilyChains)
        expect([name, script, bitcoinAddressOfScript(name, script)]).toEqual([name, script, undefined])
  })
})

describe('a transaction', () => {
  it('with several outputs to one person brings each of them, once', async () => {
    const bob = await world.verified()
    const his = (await world.address(bob, 'BTC', 'BTC')).address
    node.send([to, '0.10000000'], [his, '0.5'], [to, '0.10000000'], [to, '3e-3'])
    await mine(2)
    expect(await seen()).toHaveLength(3)
    expect(await world.real(ann, 'BTC')).toBe('0.20300000')
    expect(await world.real(bob, 'BTC')).toBe('0.50000000')
  })

  it('beside another to the same address is a deposit of its own', async () => {
    node.send([to, '0.01'])
    node.send([to, '0.01'])
    await mine(3)
    expect(await seen()).toHaveLength(2)
    expect(await world.real(ann, 'BTC')).toBe('0.02000000')
  })

  it('below the minimum waits for more, and is credited with it', async () => {
    node.send([to, '0.00015'])
    await mine(2)
    expect((await world.list(ann)).records).toMatchObject([{ status: 0, belowMin: true }])
    expect(await world.real(ann, 'BTC')).toBe('0')
    node.send([to, '0.00005'])
    await mine(2)
    expect(await world.real(ann, 'BTC')).toBe('0.00020000')
  })

  it('of new coins is credited only when they can be spent', async () => {
    node.reward(to, '3.125')
    await mine(99)
    expect(await seen()).toMatchObject([{ status: 0, confirmations: 99 }])
    await mine(1)
    expect(await world.real(ann, 'BTC')).toBe('3.12500000')
  })
})

describe('a chain that goes on otherwise', () => {
  it('lets a transfer wait again, and credits it once from its new block', async () => {
    node.send([to, '0.2'])
    await mine(1)
    expect(await seen()).toMatchObject([{ status: 0, confirmations: 1 }])
    node.reorganise(1, true)
    await world.step(chain)
    expect(await seen()).toMatchObject([{ status: 0, confirmations: 0 }])
    expect(await world.real(ann, 'BTC')).toBe('0')
    await mine(2)
    expect(await seen()).toMatchObject([{ status: 1 }])
    await mine(3)
    expect(await world.real(ann, 'BTC')).toBe('0.20000000')
  })

  it('fails one that never comes back', async () => {
    node.send([to, '0.3'])
    await mine(1)
    node.reorganise(4, false)
    await world.step(chain)
    await mine(3)
    expect((await world.list(ann)).records).toMatchObject([{ status: -2, reason: 'undone' }])
    expect(await world.real(ann, 'BTC')).toBe('0')
  })

  it('after it was credited changes nothing, and credits no second time', async () => {
    node.send([to, '0.4'])
    await mine(2)
    node.reorganise(3, true)
    await mine(4)
    expect(await seen()).toHaveLength(1)
    expect(await world.real(ann, 'BTC')).toBe('0.40000000')
  })
})

describe('a watcher', () => {
  it('goes on where another stopped, also in the middle of many blocks', async () => {
    node.send([to, '0.6'])
    node.mine(35)
    expect(await scanChainForDeposits(world.app, chain, 'one')).toBe(true)
    await world.db.query(`update chain_cursor set until = '-infinity' where chain = 'bitcoin'`)
    await world.step(createBitcoinDepositChainReader('bitcoin', node.url, listed('bitcoin')), 'two')
    expect(await world.real(ann, 'BTC')).toBe('0.60000000')
    await world.db.query(`update chain_cursor set until = '-infinity' where chain = 'bitcoin'`)
  })

  it('reads on at once while there is more, however seldom it looks', async () => {
    const at = async () =>
      Number((await world.db.query<{ number: string }>(`select number from chain_cursor where chain = 'bitcoin'`))[0]!.number)
    const before = await at()
    node.mine(35)
    const config = { ...world.app.config, deposits: { xpubs: {} as never, rpcUrls: { bitcoin: node.url } } }
    const stop = startDepositJobs({ ...world.app, config }, () => {}, 3_600_000)
    try {
      await expect.poll(at).toBe(before + 35)
    } finally {
      await stop()
      await world.db.query(`update chain_cursor set until = '-infinity' where chain = 'bitcoin'`)
    }
  })

  it.each(['garbage', 'foreign', 'broken'] as const)('of a node that is %s reads nothing, and goes on when it is well', async (mood) => {
    node.send([to, '0.7'])
    node.mine(2)
    node.be(mood)
    await expect(scanChainForDeposits(world.app, chain, 'one')).rejects.toThrow(/^bitcoin get/)
    node.be('well')
    await world.step(chain)
    expect(await world.real(ann, 'BTC')).toBe('0.70000000')
  })

  it('says that a password is refused, and not which', async () => {
    const wrong = createBitcoinDepositChainReader('bitcoin', `http://rpc:hunter2@127.0.0.1:${node.port}`, listed('bitcoin'))
    await expect(wrong.head()).rejects.toThrow(/^bitcoin getblockhash: the node refuses the name and password$/)
    await expect(createBitcoinDepositChainReader('bitcoin', 'http://rpc:hunter2@127.0.0.1:9', listed('bitcoin')).head()).rejects.toThrow(
      /^[^@]*no answer[^@]*$/,
    )
  })

  it('of a sandbox reads nothing where coins are real', async () => {
    const real = await loopbackBitcoin({ genesis: mainGenesis })
    await expect(createBitcoinDepositChainReader('bitcoin', real.url, listed('bitcoin')).head()).rejects.toThrow(/has real coins/)
    real.stop()
  })

  it('stops the start on a wrong chain, and not for a node that is away', async () => {
    const real = await loopbackBitcoin({ genesis: mainGenesis, chain: 'litecoin' })
    const start = (url: string) => refuseNodesOnWrongChain({ env: 'sandbox', deposits: { xpubs: {} as never, rpcUrls: { litecoin: url } } })
    await expect(start(real.url)).rejects.toThrow('BITCOIN_RPC_URLS: the node of litecoin has real coins, and this is a sandbox.')
    real.stop()
    await start('http://127.0.0.1:9')
  })

  it('of real money reads nothing of another chain, also of the one with the same beginning', async () => {
    const read = (name: BitcoinFamilyChain, url: string) => createBitcoinDepositChainReader(name, url, listed(name), 'production').head()
    await expect(read('bitcoin', node.url)).rejects.toThrow(/is on another chain/)
    const real = await loopbackBitcoin({ genesis: mainGenesis })
    try {
      await expect(read('dogecoin', real.url)).rejects.toThrow(/is on another chain/)
      await expect(read('bitcoin', real.url)).rejects.toThrow(/does not have block 556767 yet/)
      real.setOldBlock(556_767, 'ab'.repeat(32))
      expect(await read('bitcoin', real.url)).toBe(0)
      await expect(read('bitcoincash', real.url)).rejects.toThrow(/the other chain of the two/)
      real.setOldBlock(556_767, cashFork)
      expect(await read('bitcoincash', real.url)).toBe(0)
      await expect(read('bitcoin', real.url)).rejects.toThrow(/the other chain of the two/)
    } finally {
      real.stop()
    }
  })
})

describe('a node with trouble', () => {
  beforeEach(() => world.db.query(`update chain_cursor set until = '-infinity'`))
  const pausedOf = async (currency: string) =>
    (await listNetworksWithTerms(world.db, world.app)).find((each) => each.currency === currency)?.suspended

  it('pauses its own network with the reason, and no other; the next good look opens it again', async () => {
    const [well, ill] = [await loopbackBitcoin({ chain: 'litecoin' }), await loopbackBitcoin({ chain: 'dogecoin' })]
    const deposits = { xpubs: {} as never, rpcUrls: { litecoin: well.url, dogecoin: ill.url } }
    const app = { ...world.app, config: { ...world.app.config, deposits } }
    const said: string[] = []
    const bobs = await world.verified()
    const address = (await world.address(bobs, 'LTC', 'LTC')).address
    well.send([address, '5'])
    ill.be('silent')
    const stop = startDepositJobs(app, (words) => said.push(words), 20)
    try {
      await expect.poll(() => world.db.query(`select from chain_cursor where chain = 'litecoin' and number >= 0`)).toHaveLength(1)
      well.mine(6)
      await expect.poll(() => world.real(bobs, 'LTC')).toBe('5.00000000')
      ill.be('garbage')
      await expect.poll(() => world.db.query(`select from chain_trouble where chain = 'dogecoin'`)).toHaveLength(1)
      expect(await pausedOf('DOGE')).toMatchObject({ deposit: false })
      world.clock.advance(120_000)
      expect(await pausedOf('DOGE')).toMatchObject({ deposit: true, withdraw: false, unreadable: true, reason: '' })
      expect(await pausedOf('LTC')).toEqual({ deposit: false, withdraw: false, reason: '' })
      ill.be('well')
      await expect.poll(() => world.db.query(`select from chain_trouble where chain = 'dogecoin'`)).toHaveLength(0)
      expect(await pausedOf('DOGE')).toEqual({ deposit: false, withdraw: false, reason: '' })
    } finally {
      ill.stop()
      well.stop()
      await stop()
    }
  })

  it('on a wrong chain pauses it at once', async () => {
    const real = await loopbackBitcoin({ chain: 'dogecoin', genesis: mainGenesis })
    const app = { ...world.app, config: { ...world.app.config, deposits: { xpubs: {} as never, rpcUrls: { dogecoin: real.url } } } }
    const stop = startDepositJobs(app, () => {}, 20)
    try {
      await expect.poll(() => pausedOf('DOGE')).toMatchObject({ deposit: true })
    } finally {
      real.stop()
      await stop()
    }
  })
})

it('keeps the ledger sound through all of it', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
