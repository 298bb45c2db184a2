import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { asDecimal } from '#contract/decimal.ts'
import { networks } from '#db/seed/networks.ts'
import { createEvmPayer } from './evmPayer.ts'
import type { SentPayout } from './payout.ts'

// Real money goes over the chain that its node is named for, and over no other.

const ending: (() => unknown)[] = []
afterEach(() => {
  for (const end of ending.splice(0)) end()
})

const account = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const replies: Record<string, unknown> = {
  eth_getTransactionCount: '0x5',
  eth_getBlockByNumber: { baseFeePerGas: '0x1' },
  eth_maxPriorityFeePerGas: '0x1',
  eth_estimateGas: '0x5208',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getTransactionByHash: null,
}

/** A node and signer on that chain, and what it was asked. */
async function house(chainId: number) {
  const methods: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += String(part)
    const { method, params } = JSON.parse(text) as { method: string; params: [Record<string, `0x${string}`>] }
    methods.push(method)
    const sign = ({ to, value, nonce, gas, maxFeePerGas, maxPriorityFeePerGas }: (typeof params)[0]) =>
      account.signTransaction({
        to: to!,
        value: BigInt(value!),
        nonce: Number(nonce),
        gas: BigInt(gas!),
        maxFeePerGas: BigInt(maxFeePerGas!),
        maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas!),
        chainId,
        type: 'eip1559',
      })
    const result =
      method === 'eth_chainId' ? `0x${chainId.toString(16)}` : method === 'eth_signTransaction' ? await sign(params[0]) : replies[method]
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: result ?? null }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const payer = createEvmPayer({ chain: 'ethereum', rpcUrl: url, signerUrl: url, from: account.address, env: 'production' }, networks)
  return { payer, asked: methods }
}

const order = { id: '1', currency: 'ETH', chainType: 'ERC20', address: account.address, memo: '', amount: asDecimal('0.1') }
const fresh = { usedNonce: undefined, unsettled: [] }

it('is signed on that chain', async () => {
  const { payer, asked: methods } = await house(1)
  expect(await payer.sign(order, fresh)).toMatchObject({ nonce: 5 })
  expect(methods).toContain('eth_signTransaction')
})

it.each([56, 11155111, 31337])('is neither signed nor sent on chain %i', async (chainId) => {
  const { payer, asked: methods } = await house(chainId)
  await expect(payer.sign(order, fresh)).rejects.toThrow(`chain ${chainId} is not ethereum, which is 1`)
  expect(methods).toEqual(['eth_chainId'])
  const rawTx = await account.signTransaction({ chainId, to: account.address, nonce: 0, gas: 21_000n, maxFeePerGas: 1n, type: 'eip1559' })
  await expect(payer.broadcast({ rawTx, txHash: keccak256(rawTx) } as SentPayout)).rejects.toThrow(/is not ethereum/)
  expect(methods).toEqual(['eth_chainId'])
})
