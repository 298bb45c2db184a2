import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
  type TransactionSerializedEIP1559,
} from 'viem'
import type { Decimal } from '#contract/decimal.ts'
import type { ChainName, Network } from '#db/seed/networks.ts'
import { isMultipleOf, multiply } from '#rules/decimal.ts'
import { refuseWrongEvmChainId } from '../chains/chainIds.ts'
import type { Config } from '../core/startup/config.ts'
import type { EvmPayoutConfig } from '../core/startup/payoutConfig.ts'
import { readEvmPayoutOutcome } from './evmPayoutOutcome.ts'
import { hexToBigInt, type EvmRpcCaller, callEvmRpc, EvmRpcError, toHexQuantity } from '../chains/evmRpc.ts'
import type { PayoutPayer, PayoutOrder, SignedPayout } from './payout.ts'

/**
 * Where a chain is asked, who signs, and from which address money is sent. The key is the signer's alone. Without a signer nothing new is
 * sent; what is on its way is looked after all the same.
 */
export interface EvmPayerConfig extends Partial<EvmPayoutConfig> {
  chain: ChainName
  rpcUrl: string
  /** Nothing is signed or sent on a chain that is wrong in a sandbox, which it is unless told, or in production. */
  env?: Config['env']
}

interface Wanted {
  to: Address
  value: bigint
  data: Hex
}

const nativeGas = 21_000n
/** Blocks until the two great chains here call a block final, and more. */
const finalDepth = 72

/** Sends coins and tokens of one EVM chain: the transaction is made and signed first, stored by the caller, and only then sent. */
export function createEvmPayer(place: EvmPayerConfig, networks: readonly Network[]): PayoutPayer {
  const { rpcUrl, signerUrl, env = 'sandbox' } = place
  const from = place.from === undefined ? undefined : getAddress(place.from)
  const node = <Result>(method: string, ...params: unknown[]) => callEvmRpc<Result>(rpcUrl, method, params)
  const networkOf = (currency: string, chainType: string) =>
    networks.find((each) => each.chain === place.chain && each.currency === currency && each.chainType === chainType)
  const chainIdNow = async (): Promise<number> => {
    const chainId = Number(hexToBigInt(await node<Hex>('eth_chainId')))
    refuseWrongEvmChainId(env, place.chain, chainId)
    return chainId
  }
  /** `owed` is what others of the same sender will take besides. */
  const signed = async (tx: Tx, owed = 0n): Promise<SignedPayout> => {
    if (signerUrl === undefined) throw new Error(`nobody signs for ${place.chain}`)
    // Signed without cover it would stand in the way of those behind it.
    const held = hexToBigInt(await node<Hex>('eth_getBalance', tx.from, 'latest'))
    if (held < owed + tx.value + tx.gas * tx.maxFeePerGas) throw new Error(`${tx.from} holds too little to send`)
    const answer = await callEvmRpc<Hex | { raw: Hex }>(signerUrl, 'eth_signTransaction', [inHex(tx)])
    const rawTx = typeof answer === 'string' ? answer : answer.raw
    await refuseForeign(rawTx, tx)
    return { rawTx, txHash: keccak256(rawTx), nonce: tx.nonce }
  }

  return {
    name: `evm:${place.chain}`,
    address: from ?? '',
    sends: (currency, chainType) => signerUrl !== undefined && networkOf(currency, chainType) !== undefined,
    async sign(order, { usedNonce, unsettled }) {
      if (from === undefined) throw new Error(`nobody signs for ${place.chain}`)
      const wanted = wantedOf(order, networkOf(order.currency, order.chainType))
      const chainId = await chainIdNow()
      const counted = Number(hexToBigInt(await node<Hex>('eth_getTransactionCount', from, 'pending')))
      const nonce = Math.max(counted, usedNonce === undefined ? 0 : usedNonce + 1)
      const tx = { ...wanted, from, chainId, nonce, ...(await priceOf(node)), gas: await gasOf(node, from, wanted) }
      return signed(tx, await owedBy(node, from, unsettled))
    },
    async raise(sent) {
      if (from === undefined || sent.nonce === null || !isAddressEqual(from, sent.from as Address)) return undefined
      // Behind another one that waits, a higher fee helps nothing; of a number that is spent the chain has decided.
      if (Number(hexToBigInt(await node<Hex>('eth_getTransactionCount', from, 'latest'))) !== sent.nonce) return undefined
      const chainId = await chainIdNow()
      const last = parseTransaction(sent.rawTx as TransactionSerializedEIP1559)
      const price = raisedPrice(last, await priceOf(node))
      if (!price || last.chainId !== chainId || last.gas === undefined) return undefined
      const wanted = wantedOf(sent, networkOf(sent.currency, sent.chainType))
      return signed({ ...wanted, from, chainId, nonce: sent.nonce, ...price, gas: last.gas })
    },
    async broadcast({ rawTx, txHash }) {
      refuseWrongEvmChainId(env, place.chain, parseTransaction(rawTx as Hex).chainId ?? 0)
      const known = await node<object | null>('eth_getTransactionByHash', txHash)
      if (known) return
      await node('eth_sendRawTransaction', rawTx).catch((error: unknown) => {
        // What it has already, or has in a block already, is as good as sent; the rest is tried again.
        if (error instanceof EvmRpcError && /already known|already imported|nonce too low/i.test(error.message)) return
        throw error
      })
    },
    fate: (sent) => readEvmPayoutOutcome(node, sent),
    finalAt: (need) => Math.max(need, finalDepth),
  }
}

/** The amount in the smallest unit; an amount that has more digits than the coin is our own mistake. */
function unitsOf(amount: Decimal, decimals: number): bigint {
  const units = multiply(amount, `1${'0'.repeat(decimals)}`)
  if (!isMultipleOf(units, '1')) throw new Error(`${amount} has more than ${decimals} digits`)
  return BigInt(units.split('.')[0] ?? units)
}

function wantedOf({ currency, chainType, address, amount }: PayoutOrder, network: Network | undefined): Wanted {
  if (!network) throw new Error(`${currency} on ${chainType} is not sent from here`)
  const units = unitsOf(amount, network.decimals)
  const receiver = getAddress(address)
  if (network.token === undefined) return { to: receiver, value: units, data: '0x' }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, units] })
  return { to: getAddress(network.token), value: 0n, data }
}

/** What those that no block has yet will take from their sender, at most. Counted before the balance is read: it can only be too much. */
async function owedBy(node: EvmRpcCaller, from: Address, unsettled: readonly string[]): Promise<bigint> {
  if (unsettled.length === 0) return 0n
  const counted = Number(hexToBigInt(await node<Hex>('eth_getTransactionCount', from, 'latest')))
  return unsettled
    .map((rawTx) => parseTransaction(rawTx as TransactionSerializedEIP1559))
    .filter(({ nonce = 0 }) => nonce >= counted)
    .reduce((sum, { value = 0n, gas = 0n, maxFeePerGas = 0n }) => sum + value + gas * maxFeePerGas, 0n)
}

interface Price {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** Enough for two full blocks' rise, so that what is signed now is taken later too. */
async function priceOf(node: EvmRpcCaller): Promise<Price> {
  const [block, tip] = await Promise.all([
    node<{ baseFeePerGas?: Hex }>('eth_getBlockByNumber', 'latest', false),
    node<Hex>('eth_maxPriorityFeePerGas'),
  ])
  const base = hexToBigInt(block.baseFeePerGas ?? (await node<Hex>('eth_gasPrice')))
  return { maxFeePerGas: base * 2n + hexToBigInt(tip), maxPriorityFeePerGas: hexToBigInt(tip) }
}

/** Nodes take another one in the place of a transaction for a tenth more of both fees; this is an eighth. */
const raisedBy = (fee = 0n): bigint => (fee * 9n) / 8n + 1n
const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b)
/** What offers so many times the going price waits for something else than a fee. */
const mostOffered = 3n

/** The going price or more than the last offer, whichever is higher; undefined where that is far above the going price. */
function raisedPrice(last: { [Fee in keyof Price]?: bigint | undefined }, going: Price): Price | undefined {
  const maxFeePerGas = higher(going.maxFeePerGas, raisedBy(last.maxFeePerGas))
  const maxPriorityFeePerGas = higher(going.maxPriorityFeePerGas, raisedBy(last.maxPriorityFeePerGas))
  return maxFeePerGas > going.maxFeePerGas * mostOffered ? undefined : { maxFeePerGas, maxPriorityFeePerGas }
}

/** Also says no, before anything is signed, when there is not enough to send or the token would refuse. */
async function gasOf(node: EvmRpcCaller, from: Address, { to, value, data }: Wanted): Promise<bigint> {
  const estimate = hexToBigInt(await node<Hex>('eth_estimateGas', { from, to, value: toHexQuantity(value), data }))
  return estimate === nativeGas ? nativeGas : (estimate * 5n) / 4n
}

interface Tx extends Wanted {
  from: Address
  chainId: number
  nonce: number
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  gas: bigint
}

const inHex = (tx: Tx) => ({
  from: tx.from,
  to: tx.to,
  value: toHexQuantity(tx.value),
  data: tx.data,
  input: tx.data,
  nonce: toHexQuantity(tx.nonce),
  gas: toHexQuantity(tx.gas),
  maxFeePerGas: toHexQuantity(tx.maxFeePerGas),
  maxPriorityFeePerGas: toHexQuantity(tx.maxPriorityFeePerGas),
  chainId: toHexQuantity(tx.chainId),
  type: '0x2',
})

/** A signer that signed anything else than what it was asked is not followed. */
async function refuseForeign(rawTx: Hex, tx: Tx): Promise<void> {
  const signed = parseTransaction(rawTx)
  const signer = await recoverTransactionAddress({ serializedTransaction: rawTx as TransactionSerialized })
  const isSame =
    isAddressEqual(signer, tx.from) &&
    signed.to != null &&
    isAddressEqual(signed.to, tx.to) &&
    (signed.value ?? 0n) === tx.value &&
    (signed.data ?? '0x') === tx.data &&
    (signed.nonce ?? 0) === tx.nonce &&
    signed.chainId === tx.chainId
  if (!isSame) throw new Error('the signer signed something else')
}
