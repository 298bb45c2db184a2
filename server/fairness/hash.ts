import { hash } from 'node:crypto'
import { merkleLeafPreimage, merkleNodePreimage, merkleSplitSize } from '#rules/merkle.ts'

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

export const hashPriceRecordLeaf = (text: string): Buffer => sha256(merkleLeafPreimage(text))

/** The root over hashes in order; of none, the hash of nothing. Over roots of whole blocks it is the root over their leaves. */
export function merkleRootOf(hashes: readonly Buffer[], start = 0, end = hashes.length): Buffer {
  if (end === start) return sha256(Buffer.alloc(0))
  if (end - start === 1) return hashes[start]!
  const split = start + merkleSplitSize(end - start)
  return sha256(merkleNodePreimage(merkleRootOf(hashes, start, split), merkleRootOf(hashes, split, end)))
}

/** Leaves whose root is stored as one block. A power of two, so that blocks are subtrees of the day's tree. */
export const merkleBlockSize = 1024
