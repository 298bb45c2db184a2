import { createPublicClient, formatUnits, getAddress, http, parseAbiItem } from 'viem'
import { asDecimal } from '#contract/decimal.ts'
import type { ChainName, Network } from '#db/seed/networks.ts'
import { refuseWrongEvmChainId } from '../../chains/chainIds.ts'
import type { Config } from '../../core/startup/config.ts'
import type { DepositChainBlock, DepositChainReader, SeenChainTransfer } from './chain.ts'

const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const timeoutMs = 10_000

/**
 * A chain of the EVM family behind a JSON-RPC address: its own coin, and the tokens that are listed on it. In a sandbox it reads nothing
 * where coins are real, in production nothing of another chain.
 */
export function createEvmDepositChainReader(
  name: ChainName,
  rpcUrl: string,
  listed: readonly Network[],
  env: Config['env'] = 'sandbox',
): DepositChainReader {
  // Retries are the watcher's: its next step asks again.
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 0 }), cacheTime: 0 })
  const coin = listed.find(({ token }) => token === undefined)
  const tokens = new Map(listed.flatMap((network) => (network.token ? [[getAddress(network.token), network] as const] : [])))

  const seen = (
    network: Network,
    to: string,
    value: bigint,
    txHash: string,
    logIndex: number,
    block: DepositChainBlock,
  ): SeenChainTransfer => ({
    txHash,
    logIndex,
    block,
    to,
    currency: network.currency,
    chainType: network.chainType,
    amount: asDecimal(formatUnits(value, network.decimals)),
  })

  /** Asked by the block's hash, so that all of it is of one and the same block whatever the chain does meanwhile. */
  const blockAt = async (number: number) => {
    const { hash } = await client.getBlock({ blockNumber: BigInt(number) })
    return client.getBlock({ blockHash: hash, includeTransactions: true })
  }
  type Full = Awaited<ReturnType<typeof blockAt>>

  const tokenTransfers = async (block: DepositChainBlock, full: Full): Promise<SeenChainTransfer[]> => {
    if (tokens.size === 0) return []
    const logs = await client.getLogs({ address: [...tokens.keys()], event: transferEvent, blockHash: full.hash })
    return logs.flatMap(({ address, args: { to, value }, transactionHash, logIndex, removed }) => {
      const network = tokens.get(getAddress(address))
      if (!network || !to || !value || removed) return []
      return [seen(network, getAddress(to), value, transactionHash, logIndex, block)]
    })
  }
  const coinTransfers = (block: DepositChainBlock, { transactions }: Full): SeenChainTransfer[] =>
    coin
      ? transactions.flatMap(({ to, value, hash }) => (to && value > 0n ? [seen(coin, getAddress(to), value, hash, -1, block)] : []))
      : []
  /**
   * The same transfer with its log's place inside its transaction, which stays when another block takes the transaction up; undefined when the
   * transaction failed, for such a one is in a block too and moved nothing.
   */
  const placed = async (transfer: SeenChainTransfer): Promise<SeenChainTransfer | undefined> => {
    const receipt = await client.getTransactionReceipt({ hash: transfer.txHash as `0x${string}` })
    if (receipt.blockHash !== transfer.block.hash) throw new Error(`${name} changed while it was read`)
    if (receipt.status !== 'success') return undefined
    if (transfer.logIndex < 0) return transfer
    return { ...transfer, logIndex: receipt.logs.findIndex(({ logIndex }) => logIndex === transfer.logIndex) }
  }

  return {
    name,
    most: 25,
    head: async () => {
      refuseWrongEvmChainId(env, name, await client.getChainId())
      return Number(await client.getBlockNumber())
    },
    hashOf: async (number) => {
      if (number > Number(await client.getBlockNumber())) return undefined
      return (await client.getBlock({ blockNumber: BigInt(number) })).hash
    },
    read: async (from, to, ours) => {
      const blocks: DepositChainBlock[] = []
      const found: SeenChainTransfer[] = []
      let parent: string | undefined
      for (let number = from; number <= to; number++) {
        const full = await blockAt(number)
        const before = blocks.at(-1)
        if (before && full.parentHash !== before.hash) throw new Error(`${name} changed while it was read`)
        parent ??= full.parentHash
        const block = { number, hash: full.hash }
        blocks.push(block)
        found.push(...coinTransfers(block, full), ...(await tokenTransfers(block, full)))
      }
      const mine = await ours(found.map((each) => each.to))
      const transfers: SeenChainTransfer[] = []
      for (const each of found) {
        const known = mine.has(each.to) ? await placed(each) : undefined
        if (known) transfers.push(known)
      }
      return { parent, blocks, transfers }
    },
  }
}
