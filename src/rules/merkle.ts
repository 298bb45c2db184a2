// The day's tree, in the shape of RFC 6962: SHA-256, 0x00 before a leaf and 0x01 before a node, an odd node waits for its right side.
// Whoever calls brings the hash: WebCrypto in a browser, node:crypto on the server.

type Bytes = Uint8Array<ArrayBuffer>
export type Sha256 = (bytes: Bytes) => Promise<Bytes> | Bytes

/** Leaves from `start` up to but not including `end`. */
export interface LeafRange {
  start: number
  end: number
}

export const nodeBytes = (left: Uint8Array, right: Uint8Array): Bytes => {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return bytes
}

export const leafBytes = (text: string): Bytes => new TextEncoder().encode(`\0${text}`)

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Undefined when it is not 64 lower-case hex digits. */
const hashFromHex = (text: string): Bytes | undefined =>
  /^[0-9a-f]{64}$/.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : undefined

/** The largest power of two below `size`: where a tree of that many leaves is divided. */
export function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** Which subtrees' hashes lead from the leaf to the root, from below. */
export function pathRanges(index: number, size: number, start = 0): LeafRange[] {
  if (size <= 1) return []
  const split = splitOf(size)
  return index < split
    ? [...pathRanges(index, split, start), { start: start + split, end: start + size }]
    : [...pathRanges(index - split, size - split, start + split), { start, end: start + split }]
}

/** Which subtrees' hashes show that the first `from` of `to` leaves are an earlier tree, unchanged (RFC 6962, 2.1.2). */
export function consistencyRanges(from: number, to: number, start = 0, isWhole = true): LeafRange[] {
  if (from === to) return isWhole ? [] : [{ start, end: start + to }]
  const split = splitOf(to)
  return from <= split
    ? [...consistencyRanges(from, split, start, isWhole), { start: start + split, end: start + to }]
    : [...consistencyRanges(from - split, to - split, start + split, false), { start, end: start + split }]
}

/** Hex root to which leaf and path lead; undefined when the path does not fit a tree of that size. */
export async function rootFromPath(
  sha256: Sha256,
  text: string,
  index: number,
  size: number,
  path: readonly string[],
): Promise<string | undefined> {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return undefined
  let hash = await sha256(leafBytes(text))
  let at = index
  let last = size - 1
  for (const hex of path) {
    const other = hashFromHex(hex)
    if (!other || last === 0) return undefined
    if (isOdd(at) || at === last) {
      hash = await sha256(nodeBytes(other, hash))
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      hash = await sha256(nodeBytes(hash, other))
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 ? toHex(hash) : undefined
}

interface Root {
  treeSize: number
  /** Hex. */
  root: string
}

/** Whether the later tree holds the earlier one unchanged and only adds to it (RFC 9162, 2.1.4.2). */
export async function isConsistent(sha256: Sha256, earlier: Root, later: Root, proof: readonly string[]): Promise<boolean> {
  if (!(earlier.treeSize > 0 && earlier.treeSize <= later.treeSize)) return false
  if (earlier.treeSize === later.treeSize) return proof.length === 0 && earlier.root === later.root
  const isPower = splitOf(earlier.treeSize * 2) === earlier.treeSize
  const hashes = (isPower ? [earlier.root, ...proof] : proof).map(hashFromHex)
  let at = earlier.treeSize - 1
  let last = later.treeSize - 1
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  let before = hashes[0]
  let after = hashes[0]
  if (!before || !after) return false
  for (const other of hashes.slice(1)) {
    if (!other || last === 0) return false
    if (isOdd(at) || at === last) {
      before = await sha256(nodeBytes(other, before))
      after = await sha256(nodeBytes(other, after))
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      after = await sha256(nodeBytes(after, other))
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && toHex(before) === earlier.root && toHex(after) === later.root
}

const isOdd = (value: number): boolean => value % 2 === 1
const half = (value: number): number => Math.floor(value / 2)
