import { Refusal } from '#contract/refusals.ts'
import type { MerkleLeafRange } from '#rules/merkle.ts'
import { merkleBlockSize, merkleRootOf } from './hash.ts'
import type { LeafBlocksReader, HashedPriceLeaf } from './leafBlocks.ts'

/** Looks into a day's tree: where a leaf is, and the hashes that lead from it to the root. */
export function createDayTreeReader({ blocksOf, blockLeaves }: LeafBlocksReader) {
  /** The hash over a subtree. Its parts lie in one block, or begin with one. */
  const hashOver = async (day: string, { start, end }: MerkleLeafRange): Promise<string> => {
    const first = Math.floor(start / merkleBlockSize)
    const rest = end % merkleBlockSize
    if (end - start < merkleBlockSize) {
      const inside = start % merkleBlockSize
      const own = await blockLeaves(day, first, inside + end - start)
      return merkleRootOf(hashesOf(own.slice(inside))).toString('hex')
    }
    const whole = Math.floor(end / merkleBlockSize)
    const blocks = await blocksOf(day, whole)
    if (blocks.length < whole) throw new Refusal('notFound')
    const roots = blocks.slice(first, whole).map(({ root }) => root)
    if (rest > 0) roots.push(merkleRootOf(hashesOf(await blockLeaves(day, whole, rest))))
    return merkleRootOf(roots).toString('hex')
  }

  const hashesOver = async (day: string, ranges: readonly MerkleLeafRange[]): Promise<string[]> => {
    const hashes: string[] = []
    for (const range of ranges) hashes.push(await hashOver(day, range))
    return hashes
  }

  const find = async (day: string, treeSize: number, symbol: string, sec: number): Promise<{ index: number; text: string } | undefined> => {
    const whole = Math.floor(treeSize / merkleBlockSize)
    const blocks = (await blocksOf(day, whole)).slice(0, whole)
    // A second may begin in one block and end in the next.
    const first = blocks.findIndex((block) => block.sec >= sec)
    for (let number = first < 0 ? whole : first; number <= whole; number++) {
      const own = await blockLeaves(day, number, Math.min(merkleBlockSize, treeSize - number * merkleBlockSize))
      const at = own.findIndex((leaf) => leaf.sec === sec && leaf.symbol === symbol)
      if (at >= 0) return { index: number * merkleBlockSize + at, text: own[at]!.text }
      if ((blocks[number]?.sec ?? 0) > sec) return undefined
    }
    return undefined
  }

  return { find, hashesOver }
}

const hashesOf = (leaves: readonly HashedPriceLeaf[]): Buffer[] => leaves.map(({ hash }) => hash)
