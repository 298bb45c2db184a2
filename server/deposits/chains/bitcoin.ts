import { formatUnits } from 'viem'
import { asDecimal } from '#contract/decimal.ts'
import type { Network } from '#db/seed/networks.ts'
import { bitcoinAddressOfScript } from '../../chains/bitcoinAddress.ts'
import { type BitcoinFamilyChain, bitcoinDecimals, createBitcoinNodeClient } from '../../chains/bitcoinNode.ts'
import type { Config } from '../../core/startup/config.ts'
import type { DepositChainBlock, DepositChainReader, SeenChainTransfer } from './chain.ts'

/** Blocks after which new coins can be spent, as each chain has it. */
const maturity: Record<BitcoinFamilyChain, number> = { bitcoin: 100, litecoin: 100, dogecoin: 240, bitcoincash: 100 }

/**
 * A chain of the Bitcoin family behind a node's JSON-RPC address. Each output of a transaction is a transfer of its own. In a sandbox it
 * reads nothing where coins are real, in production nothing of another chain.
 */
export function createBitcoinDepositChainReader(
  name: BitcoinFamilyChain,
  rpcUrl: string,
  listed: readonly Network[],
  env: Config['env'] = 'sandbox',
): DepositChainReader {
  const node = createBitcoinNodeClient(name, rpcUrl, env)
  const coin = listed.find(({ token }) => token === undefined)

  return {
    name,
    most: 10,
    head: node.head,
    hashOf: node.hashAt,
    read: async (from, to, ours) => {
      const blocks: DepositChainBlock[] = []
      const found: SeenChainTransfer[] = []
      let parent: string | undefined
      for (let number = from; number <= to; number++) {
        const full = await node.block(number)
        const before = blocks.at(-1)
        if (before && full.parent !== before.hash) throw new Error(`${name} changed while it was read`)
        parent ??= full.parent
        const block = { number, hash: full.hash }
        blocks.push(block)
        if (!coin) continue
        for (const { txid, isNew, outputs } of full.transactions)
          for (const { at, script, units } of outputs) {
            const to = units > 0n ? bitcoinAddressOfScript(name, script) : undefined
            if (to === undefined) continue
            found.push({
              txHash: txid,
              logIndex: at,
              block,
              to,
              currency: coin.currency,
              chainType: coin.chainType,
              amount: asDecimal(formatUnits(units, bitcoinDecimals)),
              ...(isNew && { leastConfirmations: maturity[name] }),
            })
          }
      }
      const mine = await ours(found.map((each) => each.to))
      return { parent, blocks, transfers: found.filter((each) => mine.has(each.to)) }
    },
  }
}
