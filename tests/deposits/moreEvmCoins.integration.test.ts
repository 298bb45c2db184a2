import { encodeFunctionData, erc20Abi, getAddress, parseGwei, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { networks } from '#db/seed/networks.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { multiply, q8, subtract } from '#rules/decimal.ts'
import type { DepositChainReader } from '#server/deposits/chains/chain.ts'
import { createEvmDepositChainReader } from '#server/deposits/chains/evm.ts'
import { createEvmPayer } from '#server/withdrawals/evmPayer.ts'
import type { PayoutPayer } from '#server/withdrawals/payout.ts'
import { credulousToken, startAnvil } from '../support/nodes/anvil.ts'
import { depositFixture } from './depositFixture.ts'
import { evmAddress, withdrawalFixture } from '../withdrawals/withdrawalFixture.ts'

// Coins of the EVM family beside the first ones, each on its chain as a real node speaks it: two tokens of Ethereum, and Avalanche's own coin.

describe.each([
  ['LINK', 'ERC20'],
  ['UNI', 'ERC20'],
  ['AVAX', 'AVAXC'],
])('%s on %s', (currency, chainType) => {
  const network = networks.find((each) => each.currency === currency && each.chainType === chainType)!
  const { chain: name, decimals, confirmations } = network
  const token = network.token as `0x${string}` | undefined
  const inUnits = (amount: string) => parseUnits(amount, decimals)

  let node: Awaited<ReturnType<typeof startAnvil>>
  let coming: Awaited<ReturnType<typeof depositFixture>>
  let going: Awaited<ReturnType<typeof withdrawalFixture>>
  let chain: DepositChainReader
  let payer: PayoutPayer
  beforeAll(async () => {
    ;[node, coming, going] = await Promise.all([startAnvil(), depositFixture(), withdrawalFixture()])
    if (token) await node.client.setCode({ address: token, bytecode: credulousToken })
    await node.client.mine({ blocks: 20 })
    chain = createEvmDepositChainReader(
      name,
      node.url,
      networks.filter((each) => each.chain === name),
    )
    payer = createEvmPayer({ chain: name, rpcUrl: node.url, signerUrl: node.url, from: node.sender }, networks)
    await coming.step(chain)
  })
  afterAll(async () => {
    node?.stop()
    await coming?.db.close()
    await going?.end()
  })

  const send = (to: `0x${string}`, amount: string, also: object = {}) =>
    node.client.sendTransaction(
      token
        ? {
            account: node.other,
            to: token,
            data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, inUnits(amount)] }),
            gas: 100_000n,
            ...also,
          }
        : { account: node.other, to, value: inUnits(amount), gas: 21_000n, ...also },
    )
  const mine = async (blocks: number) => {
    for (let n = 0; n < blocks; n++) {
      await node.client.mine({ blocks: 1 })
      coming.clock.advance(1000)
      await coming.step(chain)
    }
  }
  const somebody = async () => {
    const ann = await coming.verified()
    return { ann, to: (await coming.address(ann, currency, chainType)).address as `0x${string}` }
  }
  const seen = async (who: SignedInUser) =>
    (await coming.list(who)).records.map(({ currency: coin, chainType: way, status, confirmations: depth, money }) => [
      coin,
      way,
      status,
      depth,
      money,
    ])

  it('comes in: counted block by block, with all digits that the ledger has, and credited when it is deep enough', async () => {
    const { ann, to } = await somebody()
    await send(to, '3.123456789123456789')
    await mine(confirmations - 1)
    expect(await seen(ann)).toEqual([[currency, chainType, 0, confirmations - 1, '3.12345678']])
    expect(await coming.real(ann, currency)).toBe('0')
    await mine(1)
    expect(await seen(ann)).toEqual([[currency, chainType, 1, confirmations, '3.12345678']])
    expect(await coming.real(ann, currency)).toBe('3.12345678')
  })

  it('waits again when its block is gone, and is credited once from its new one', async () => {
    const { ann, to } = await somebody()
    const before = await node.client.snapshot()
    const hash = await send(to, '7')
    const raw = (await node.client.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never)) as `0x${string}`
    await mine(5)
    expect(await seen(ann)).toMatchObject([[currency, chainType, 0, 5, '7.00000000']])
    await node.client.revert({ id: before })
    await node.client.mine({ blocks: 1 })
    await coming.step(chain)
    expect(await seen(ann)).toMatchObject([[currency, chainType, 0, 0, '7.00000000']])
    // Behind another of the same block: a token's log has another number there.
    await node.client.sendTransaction({
      account: node.sender,
      to: token ?? node.other,
      data: token && encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [node.other, 1n] }),
      gas: 100_000n,
      maxPriorityFeePerGas: parseGwei('50'),
      maxFeePerGas: parseGwei('100'),
    })
    expect(await node.client.sendRawTransaction({ serializedTransaction: raw })).toBe(hash)
    await mine(confirmations + 3)
    expect(await seen(ann)).toMatchObject([[currency, chainType, 1, confirmations, '7.00000000']])
    expect(await coming.real(ann, currency)).toBe('7.00000000')
    expect(await findAllLedgerViolations(coming.db)).toEqual([])
  })

  it('leaves: signed, sent and paid once, less the fee, also when a reorganisation takes it back for a while', async () => {
    const who = await going.person()
    const money = multiply(network.withdrawMin, '3')
    await going.give(who, currency, money)
    const address = getAddress(evmAddress())
    const accountId = await going.known(who, address, { currency, chainType })
    const { id } = await going.withdraw(who, { currency, chainType, money, accountId })
    await going.db.query(`update withdrawal set phase = 'approved', approved_ms = $2 where id = $1 and phase = 'review'`, [
      id,
      going.clock.now(),
    ])
    await going.move([payer])
    expect(await going.one(who, id)).toMatchObject({ phase: 'signed', confirmations: 0 })
    const { tx_hash: hash, raw_tx: raw } = await going.row(id)
    const arrival = subtract(money, network.withdrawFee)
    const arrived = async () => {
      if (!token) return node.client.getBalance({ address })
      const logs = await node.client.getLogs({ address: token, fromBlock: 0n })
      const own = logs.filter(({ topics }) => topics[2]?.slice(26) === address.slice(2).toLowerCase())
      return own.reduce((sum, { data }) => sum + BigInt(data), 0n)
    }
    const before = await node.client.snapshot()
    await node.client.mine({ blocks: confirmations })
    await going.move([payer])
    expect(await going.one(who, id)).toMatchObject({ status: 2, txHash: hash, arrivalMoney: q8(arrival) })
    expect(await arrived()).toBe(inUnits(arrival))
    await node.client.revert({ id: before })
    await node.client.dropTransaction({ hash: hash as `0x${string}` }).catch(() => {})
    await going.move([payer])
    await node.client.mine({ blocks: 80 })
    await going.move([payer])
    expect(await going.row(id)).toMatchObject({ status: 2, tx_hash: hash, raw_tx: raw })
    expect((await going.row(id)).final_ms).not.toBeNull()
    expect(await arrived()).toBe(inUnits(arrival))
    expect(await going.money(who, currency)).toEqual(['0.00000000', '0.00000000'])
    expect(await findAllLedgerViolations(going.db)).toEqual([])
  })
})
