// The day's tree, in the shape of RFC 6962: SHA-256, 0x00 before a leaf and 0x01 before a node, an odd node waits for its right side.
// Whoever calls brings the hash: WebCrypto in a browser, node:crypto on the server.

type Bytes = Uint8Array<ArrayBuffer>
export type Sha256Function = (bytes: Bytes) => Promise<Bytes> | Bytes

/** Leaves from `start` up to but not including `end`. */
export interface MerkleLeafRange {
  start: number
  end: number
}

export const merkleNodePreimage = (left: Uint8Array, right: Uint8Array): Bytes => {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return bytes
}

export const merkleLeafPreimage = (text: string): Bytes => new TextEncoder().encode(`\0${text}`)

export const hexOfBytes = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Undefined when it is not 64 lower-case hex digits. */
const parseHash = (text: string): Bytes | undefined =>
  /^[0-9a-f]{64}$/.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : undefined

/** The largest power of two below `size`: where a tree of that many leaves is divided. */
export function merkleSplitSize(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** Which subtrees' hashes lead from the leaf to the root, from below. */
export function merklePathRanges(index: number, size: number, start = 0): MerkleLeafRange[] {
  if (size <= 1) return []
  const split = merkleSplitSize(size)
  return index < split
    ? [...merklePathRanges(index, split, start), { start: start + split, end: start + size }]
    : [...merklePathRanges(index - split, size - split, start + split), { start, end: start + split }]
}

/** Which subtrees' hashes show that the first `from` of `to` leaves are an earlier tree, unchanged (RFC 6962, 2.1.2). */
export function merkleConsistencyRanges(from: number, to: number, start = 0, isWhole = true): MerkleLeafRange[] {
  if (from === to) return isWhole ? [] : [{ start, end: start + to }]
  const split = merkleSplitSize(to)
  return from <= split
    ? [...merkleConsistencyRanges(from, split, start, isWhole), { start: start + split, end: start + to }]
    : [...merkleConsistencyRanges(from - split, to - split, start + split, false), { start, end: start + split }]
}

/** Hex root to which leaf and path lead; undefined when the path does not fit a tree of that size. */
export async function merkleRootFromPath(
  sha256: Sha256Function,
  text: string,
  index: number,
  size: number,
  path: readonly string[],
): Promise<string | undefined> {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return undefined
  let hash = await sha256(merkleLeafPreimage(text))
  let at = index
  let lastIndex = size - 1
  for (const hex of path) {
    const siblingHash = parseHash(hex)
    if (!siblingHash || lastIndex === 0) return undefined
    if (isOdd(at) || at === lastIndex) {
      hash = await sha256(merkleNodePreimage(siblingHash, hash))
      while (!isOdd(at) && at !== 0) [at, lastIndex] = [halve(at), halve(lastIndex)]
    } else {
      hash = await sha256(merkleNodePreimage(hash, siblingHash))
    }
    ;[at, lastIndex] = [halve(at), halve(lastIndex)]
  }
  return lastIndex === 0 ? hexOfBytes(hash) : undefined
}

interface Root {
  treeSize: number
  /** Hex. */
  root: string
}

/** Whether the later tree holds the earlier one unchanged and only adds to it (RFC 9162, 2.1.4.2). */
export async function isMerkleTreeConsistent(
  sha256: Sha256Function,
  earlier: Root,
  later: Root,
  proof: readonly string[],
): Promise<boolean> {
  if (!(earlier.treeSize > 0 && earlier.treeSize <= later.treeSize)) return false
  if (earlier.treeSize === later.treeSize) return proof.length === 0 && earlier.root === later.root
  const isPowerOfTwo = merkleSplitSize(earlier.treeSize * 2) === earlier.treeSize
  const hashes = (isPowerOfTwo ? [earlier.root, ...proof] : proof).map(parseHash)
  let at = earlier.treeSize - 1
  let lastIndex = later.treeSize - 1
  while (isOdd(at)) [at, lastIndex] = [halve(at), halve(lastIndex)]
  let earlierRoot = hashes[0]
  let laterRoot = hashes[0]
  if (!earlierRoot || !laterRoot) return false
  for (const siblingHash of hashes.slice(1)) {
    if (!siblingHash || lastIndex === 0) return false
    if (isOdd(at) || at === lastIndex) {
      earlierRoot = await sha256(merkleNodePreimage(siblingHash, earlierRoot))
      laterRoot = await sha256(merkleNodePreimage(siblingHash, laterRoot))
      while (!isOdd(at) && at !== 0) [at, lastIndex] = [halve(at), halve(lastIndex)]
    } else {
      laterRoot = await sha256(merkleNodePreimage(laterRoot, siblingHash))
    }
    ;[at, lastIndex] = [halve(at), halve(lastIndex)]
  }
  return lastIndex === 0 && hexOfBytes(earlierRoot) === earlier.root && hexOfBytes(laterRoot) === later.root
}

const isOdd = (value: number): boolean => value % 2 === 1
const halve = (value: number): number => Math.floor(value / 2)
