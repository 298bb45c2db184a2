import { type Hex, isAddressEqual } from 'viem'
import { hexToBigInt, type EvmRpcCaller, toHexQuantity } from '../chains/evmRpc.ts'
import type { PayoutOutcome, SentPayout } from './payout.ts'

interface Receipt {
  transactionHash: Hex
  blockNumber: Hex
  status: Hex
}

interface Block {
  transactions: { from: Hex; nonce: Hex; hash: Hex }[]
}

/**
 * What became of a payout. Only another transaction under its number, read in a block that counts as settled, proves it lost: a node that
 * lags, or has forgotten, answers as if there had never been any.
 */
export async function readEvmPayoutOutcome(
  node: EvmRpcCaller,
  { txHash: newest, earlier, nonce, from, needConfirmations: need }: SentPayout,
): Promise<PayoutOutcome> {
  // Blocks are counted first: what is read afterwards can only be deeper.
  const head = Number(hexToBigInt(await node<Hex>('eth_blockNumber')))
  // They share a number: one of them at most is in a block.
  const ours = [newest, ...earlier.toReversed()]
  for (const txHash of ours) {
    const receipt = await node<Receipt | null>('eth_getTransactionReceipt', txHash)
    if (receipt) return included(receipt, head)
  }
  const number = nonce === null ? undefined : await spentIn(node, from, nonce, head - need)
  if (number === undefined) return { kind: 'unseen' }
  const block = await node<Block | null>('eth_getBlockByNumber', toHexQuantity(number), true)
  const sent = block?.transactions.find((each) => isAddressEqual(each.from, from as Hex) && Number(hexToBigInt(each.nonce)) === nonce)
  if (!sent) return { kind: 'unseen' }
  if (!ours.includes(sent.hash)) return { kind: 'lost' }
  const receipts = await node<Receipt[] | null>('eth_getBlockReceipts', toHexQuantity(number))
  const own = receipts?.find(({ transactionHash }) => transactionHash === sent.hash)
  return own ? included(own, head) : { kind: 'unseen' }
}

function included({ transactionHash: txHash, blockNumber, status }: Receipt, head: number): PayoutOutcome {
  const confirmations = Math.max(0, head - Number(hexToBigInt(blockNumber)) + 1)
  return { kind: hexToBigInt(status) === 1n ? 'included' : 'reverted', txHash, confirmations }
}

/** The block, `last` at the latest, in which the sender's number was spent; undefined while it is not. Throws where that state is not kept. */
async function spentIn(node: EvmRpcCaller, from: string, nonce: number, last: number): Promise<number | undefined> {
  const isSpent = async (block: number) =>
    block >= 0 && Number(hexToBigInt(await node<Hex>('eth_getTransactionCount', from, toHexQuantity(block)))) > nonce
  if (!(await isSpent(last))) return undefined
  let [spent, unspent] = [last, last - 1]
  // Mostly it is a moment ago, and not every node keeps older states: back from there in growing steps.
  for (let step = 2; await isSpent(unspent); step *= 2) [spent, unspent] = [unspent, unspent - step]
  while (spent - unspent > 1) {
    const middle = Math.floor((spent + unspent) / 2)
    if (await isSpent(middle)) spent = middle
    else unspent = middle
  }
  return spent
}
