import { formatUnits } from 'viem'
import { asDecimal } from '#contract/decimal.ts'
import type { Network } from '#db/seed/networks.ts'
import type { Config } from '../../core/startup/config.ts'
import { type XrplPayment, xrpDecimals, createXrplNodeClient } from '../../chains/xrplNode.ts'
import type { DepositChainBlock, DepositChainReader, SeenChainTransfer } from './chain.ts'

/**
 * The XRP Ledger behind a rippled node: payments of XRP in validated ledgers, by what they delivered, with their destination tag. A ledger
 * that the node does not have is waited for and never passed over. In a sandbox it reads nothing where coins are real.
 */
export function createXrplDepositChainReader(url: string, listed: readonly Network[], env: Config['env'] = 'sandbox'): DepositChainReader {
  const node = createXrplNodeClient(url, env)
  const coin = listed.find(({ token }) => token === undefined)

  const delivered = async ({ hash, drops }: XrplPayment): Promise<bigint | undefined> => {
    const said = drops === 'unsaid' ? (await node.payment(hash))?.payment?.drops : drops
    return said === 'unsaid' ? undefined : said
  }

  return {
    name: 'xrpl',
    most: 25,
    head: node.head,
    hashOf: node.hashAt,
    read: async (from, to, ours) => {
      const blocks: DepositChainBlock[] = []
      const found: (XrplPayment & { block: DepositChainBlock })[] = []
      let parent: string | undefined
      for (let number = from; number <= to; number++) {
        const ledger = await node.ledger(number)
        const before = blocks.at(-1)
        if (before && ledger.parent !== before.hash) throw new Error('xrpl changed while it was read')
        parent ??= ledger.parent
        const block = { number, hash: ledger.hash }
        blocks.push(block)
        for (const payment of ledger.payments) if (payment.result === 'tesSUCCESS') found.push({ ...payment, block })
      }
      const mine = await ours(found.map((each) => each.to))
      const transfers: SeenChainTransfer[] = []
      for (const payment of found) {
        if (!coin || !mine.has(payment.to)) continue
        const drops = await delivered(payment)
        if (drops === undefined || drops === 0n) continue
        transfers.push({
          txHash: payment.hash,
          logIndex: -1,
          block: payment.block,
          to: payment.to,
          ...(payment.tag !== undefined && { memo: payment.tag }),
          currency: coin.currency,
          chainType: coin.chainType,
          amount: asDecimal(formatUnits(drops, xrpDecimals)),
        })
      }
      return { parent, blocks, transfers }
    },
  }
}
