import { encodeFunctionData, parseAbi, parseEther, parseGwei, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../core/visitor.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { networks } from '#db/seed/networks.ts'
import { depositFixture } from '../../tests/deposits/depositFixture.ts'
import { credulousToken, startAnvil } from '../../tests/support/nodes/anvil.ts'
import type { DepositChainReader } from './chains/chain.ts'
import { createEvmDepositChainReader } from './chains/evm.ts'
import { scanChainForDeposits } from './watch.ts'

const listed = networks.filter(({ chain }) => chain === 'ethereum')
const token = (currency: string) => listed.find((network) => network.currency === currency)!.token as `0x${string}`
const abi = parseAbi(['function transfer(address to, uint256 value)'])

let node: Awaited<ReturnType<typeof startAnvil>>
let world: Awaited<ReturnType<typeof depositFixture>>
let chain: DepositChainReader
let ann: SignedInUser
let to: `0x${string}`
beforeAll(async () => {
  node = await startAnvil()
  world = await depositFixture()
  chain = createEvmDepositChainReader('ethereum', node.url, listed)
  for (const currency of ['USDT', 'USDC']) await node.client.setCode({ address: token(currency), bytecode: credulousToken })
  await world.step(chain)
})
afterAll(async () => {
  node?.stop()
  await world?.db.close()
})
beforeEach(async () => {
  ann = await world.verified()
  to = (await world.address(ann, 'USDT', 'ERC20')).address as `0x${string}`
})

const sendCoin = (ether: string) => node.client.sendTransaction({ account: node.sender, to, value: parseEther(ether), gas: 21_000n })
const sendToken = (currency: string, amount: string) =>
  node.client.sendTransaction({
    account: node.sender,
    to: token(currency),
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, parseUnits(amount, 6)] }),
    gas: 100_000n,
  })
/** The same transaction once more, letter by letter, behind another of the same block: its log has another number there. */
const again = async (hash: `0x${string}`, raw: `0x${string}`) => {
  await node.client.sendTransaction({
    account: node.other,
    to: token('USDT'),
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [node.other, 1n] }),
    gas: 100_000n,
    maxPriorityFeePerGas: parseGwei('50'),
    maxFeePerGas: parseGwei('100'),
  })
  expect(await node.client.sendRawTransaction({ serializedTransaction: raw })).toBe(hash)
}
const rawOf = (hash: `0x${string}`) =>
  node.client.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never) as Promise<`0x${string}`>
/** Blocks one after the other, each read as it comes. */
const mine = async (blocks: number) => {
  for (let n = 0; n < blocks; n++) {
    await node.client.mine({ blocks: 1 })
    world.clock.advance(1000)
    await world.step(chain)
  }
}
const seen = async () =>
  (await world.list(ann)).records.map(({ currency, status, confirmations, money }) => ({ currency, status, confirmations, money }))

describe('the chain itself', () => {
  it('brings its own coin: confirmed block by block, credited at the twelfth', async () => {
    await sendCoin('0.25')
    await mine(1)
    expect(await seen()).toEqual([{ currency: 'ETH', status: 0, confirmations: 1, money: '0.25000000' }])
    await mine(10)
    expect(await seen()).toMatchObject([{ status: 0, confirmations: 11 }])
    await mine(1)
    expect(await seen()).toMatchObject([{ status: 1, confirmations: 12 }])
    expect(await world.real(ann, 'ETH')).toBe('0.25000000')
  })

  it('brings tokens, also several to one address and of another currency than was asked for', async () => {
    await sendToken('USDT', '25.123456')
    await sendToken('USDC', '30')
    await mine(13)
    expect(await world.real(ann, 'USDT')).toBe('25.12345600')
    expect(await world.real(ann, 'USDC')).toBe('30.00000000')
  })

  it('takes nothing from a transaction that failed, nor from a token that is not listed', async () => {
    // A contract that refuses everything stands at the address for this one block: the value goes back to the sender.
    await node.client.setCode({ address: to, bytecode: '0x60006000fd' })
    await node.client.sendTransaction({ account: node.sender, to, value: parseEther('5'), gas: 100_000n })
    await node.client.mine({ blocks: 1 })
    await node.client.setCode({ address: to, bytecode: '0x' })
    const other = '0x00000000000000000000000000000000000000aa'
    await node.client.setCode({ address: other, bytecode: credulousToken })
    await node.client.sendTransaction({
      account: node.sender,
      to: other,
      data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, parseUnits('1000', 6)] }),
      gas: 100_000n,
    })
    await mine(14)
    expect(await seen()).toEqual([])
  })

  it('keeps what a chain with smaller units than ours sends, down to our eighth digit', async () => {
    await sendCoin('1.123456789999999999')
    await mine(12)
    expect(await world.real(ann, 'ETH')).toBe('1.12345678')
  })
})

describe('a chain that goes on otherwise', () => {
  it('lets a transfer wait again when its block is gone, and credits it once from its new block', async () => {
    const before = await node.client.snapshot()
    const hash = await sendToken('USDT', '50')
    const raw = await rawOf(hash)
    await mine(5)
    expect(await seen()).toMatchObject([{ status: 0, confirmations: 5 }])
    await node.client.revert({ id: before })
    await node.client.mine({ blocks: 1 })
    await world.step(chain)
    expect(await seen()).toMatchObject([{ status: 0, confirmations: 0 }])
    await again(hash, raw)
    await mine(12)
    const { logs } = await node.client.getTransactionReceipt({ hash })
    expect(logs[0]?.logIndex).toBe(1)
    expect(await seen()).toMatchObject([{ status: 1, money: '50.00000000' }])
    await mine(5)
    expect(await world.real(ann)).toBe('50.00000000')
  })

  it('fails one that never comes back, and takes it as a new one if it does after all', async () => {
    const before = await node.client.snapshot()
    await sendToken('USDT', '60')
    await mine(3)
    await node.client.revert({ id: before })
    await mine(4)
    expect(await seen()).toMatchObject([{ status: 0, confirmations: 0 }])
    await mine(14)
    expect(await seen()).toMatchObject([{ status: -2 }])
    expect((await world.list(ann)).records).toMatchObject([{ reason: 'undone' }])
    expect(await world.real(ann)).toBe('0.00000000')
    await sendToken('USDT', '60')
    await mine(12)
    expect((await seen()).map(({ status }) => status)).toEqual([1, -2])
    expect(await world.real(ann)).toBe('60.00000000')
  })

  it('after it was credited changes nothing: that is our loss, and it is not credited a second time', async () => {
    const before = await node.client.snapshot()
    const hash = await sendToken('USDT', '70')
    const raw = await rawOf(hash)
    await mine(12)
    expect(await world.real(ann)).toBe('70.00000000')
    await node.client.revert({ id: before })
    await mine(3)
    await again(hash, raw)
    await mine(14)
    expect(await seen()).toMatchObject([{ status: 1 }])
    expect(await seen()).toHaveLength(1)
    expect(await world.real(ann)).toBe('70.00000000')
  })
})

describe('a watcher', () => {
  it('that dies in the middle and begins again elsewhere loses nothing and doubles nothing', async () => {
    await sendToken('USDT', '80')
    await node.client.mine({ blocks: 8 })
    const dying = {
      ...world.app,
      db: {
        ...world.db,
        transaction: <T>(work: Parameters<typeof world.db.transaction<T>>[0]) =>
          world.db.transaction<T>(async (sql) => {
            await work(sql)
            throw new Error('killed')
          }),
      },
    }
    await expect(scanChainForDeposits(dying, chain, 'one')).rejects.toThrow('killed')
    expect(await seen()).toEqual([])
    // The turn of the dead one runs out; until then nobody else reads.
    expect(await scanChainForDeposits(world.app, chain, 'two')).toBe(false)
    expect(await seen()).toEqual([])
    await world.db.query(`update chain_cursor set until = '-infinity' where chain = 'ethereum'`)
    await world.step(chain, 'two')
    await node.client.mine({ blocks: 8 })
    await world.step(chain, 'two')
    expect(await world.real(ann)).toBe('80.00000000')
    await world.db.query(`update chain_cursor set until = '-infinity' where chain = 'ethereum'`)
  })

  it('that reads the same blocks twice, alone or beside another, credits once', async () => {
    await sendToken('USDT', '90')
    await node.client.mine({ blocks: 12 })
    const rereads = async (holder: string) => {
      for (let n = 0; n < 3; n++) {
        await world.db.query(`update chain_cursor set until = '-infinity', number = number - 12 where chain = 'ethereum'`)
        await world.db.query(`delete from chain_block where chain = 'ethereum'`)
        await scanChainForDeposits(world.app, chain, holder)
      }
    }
    await Promise.allSettled([rereads('a'), rereads('b'), rereads('c')])
    await world.db.query(`update chain_cursor set until = '-infinity' where chain = 'ethereum'`)
    await world.step(chain)
    expect(await world.real(ann)).toBe('90.00000000')
    expect(await seen()).toHaveLength(1)
  })

  it('of a sandbox reads nothing where coins are real', async () => {
    await world.step(chain)
    await sendCoin('0.5')
    await node.client.mine({ blocks: 13 })
    await node.setChainId(1)
    try {
      await expect(scanChainForDeposits(world.app, chain, 'one')).rejects.toThrow('chain 1 has real coins')
      expect(await seen()).toEqual([])
    } finally {
      await node.setChainId(31_337)
    }
    await world.step(chain)
    expect(await world.real(ann, 'ETH')).toBe('0.50000000')
  })

  it('of real money reads nothing of another chain than its node is named for', async () => {
    const real = createEvmDepositChainReader('ethereum', node.url, listed, 'production')
    await expect(scanChainForDeposits(world.app, real, 'one')).rejects.toThrow('chain 31337 is not ethereum, which is 1')
    await sendCoin('0.5')
    await node.client.mine({ blocks: 12 })
    await node.setChainId(1)
    try {
      await world.step(real)
    } finally {
      await node.setChainId(31_337)
    }
    expect(await world.real(ann, 'ETH')).toBe('0.50000000')
  })

  it('without a node says so and goes on when it is back', async () => {
    const nobody = createEvmDepositChainReader('ethereum', 'http://127.0.0.1:9', listed)
    await expect(scanChainForDeposits(world.app, nobody, 'one')).rejects.toThrow(/HTTP request failed/)
    await sendCoin('0.5')
    await mine(12)
    expect(await world.real(ann, 'ETH')).toBe('0.50000000')
  })
})

it('keeps the ledger sound through all of it', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
