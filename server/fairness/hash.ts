import { hash } from 'node:crypto'
import { leafBytes, nodeBytes, splitOf } from '#rules/merkle.ts'

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

export const leafHash = (text: string): Buffer => sha256(leafBytes(text))

/** The root over hashes in order; of none, the hash of nothing. Over roots of whole blocks it is the root over their leaves. */
export function rootOf(hashes: readonly Buffer[], start = 0, end = hashes.length): Buffer {
  if (end === start) return sha256(Buffer.alloc(0))
  if (end - start === 1) return hashes[start]!
  const split = start + splitOf(end - start)
  return sha256(nodeBytes(rootOf(hashes, start, split), rootOf(hashes, split, end)))
}

/** Leaves whose root is stored as one block. A power of two, so that blocks are subtrees of the day's tree. */
export const blockSize = 1024
