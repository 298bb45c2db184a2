import { describe, expect, it } from 'vitest'
import { parsePriceRecordLeaf } from './leaf.ts'
import {
  merkleConsistencyRanges,
  isMerkleTreeConsistent,
  merkleLeafPreimage,
  type MerkleLeafRange,
  merkleNodePreimage,
  merklePathRanges,
  merkleRootFromPath,
  merkleSplitSize,
  hexOfBytes,
} from './merkle.ts'

type Bytes = Uint8Array<ArrayBuffer>
const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** The definition itself, by recursion over the leaves (RFC 6962, 2.1). */
async function treeHash(leaves: readonly string[]): Promise<Bytes> {
  if (leaves.length === 1) return sha256(merkleLeafPreimage(leaves[0]!))
  const split = merkleSplitSize(leaves.length)
  return sha256(merkleNodePreimage(await treeHash(leaves.slice(0, split)), await treeHash(leaves.slice(split))))
}
const rootHex = async (leaves: readonly string[]) => hexOfBytes(await treeHash(leaves))
const over = (leaves: readonly string[], ranges: readonly MerkleLeafRange[]) =>
  Promise.all(ranges.map(({ start, end }) => rootHex(leaves.slice(start, end))))
const leaf = (at: number) => `v1|BTCUSDT|${1795190401 + at}|90000.1234567890|SIM|0|-`
const leavesOf = (size: number) => Array.from({ length: size }, (_, at) => leaf(at))

// The published vector of docs/rules/prices.md.
const vector = {
  leaves: [
    'v1|BTCUSDT|1795190401|90000.1234567890|SIM|0|-',
    'v1|BTCUSDT|1795190402|90000.5000000000|SIM|0|-',
    'v1|XAUUSD|1795190401|4050.0000000000|LIVE|3|a=4050.01,b=4049.99,c=4050.00',
  ],
  leafHashes: [
    '0e256a30126b7ef133d393f0a9493a43cf16125f985f8e9d9f09094509922514',
    '3c806617bde0540149571205a2afe700b1e74ada693d90a73609a176353c2ec9',
    '09bc86de9db5e2e29512893ff2d5a739b580e6a949bfbd0125d9bc365b93a40d',
  ],
  root: 'cbcca6978608e12f721c08a6f2f74ec3acc435736c94a420f5030dcd17823a53',
}

describe('the published vector', () => {
  it('hashes its leaves and its root', async () => {
    expect(await Promise.all(vector.leaves.map(async (text) => hexOfBytes(await sha256(merkleLeafPreimage(text)))))).toEqual(
      vector.leafHashes,
    )
    expect(await rootHex(vector.leaves)).toBe(vector.root)
  })

  it('proves leaf 0 of 3 by the hashes of the other two', async () => {
    const path = await over(vector.leaves, merklePathRanges(0, 3))
    expect(path).toEqual(vector.leafHashes.slice(1))
    expect(await merkleRootFromPath(sha256, vector.leaves[0]!, 0, 3, path)).toBe(vector.root)
  })

  it('any flipped digit of the leaf leads elsewhere', async () => {
    const text = vector.leaves[0]!
    for (let at = 0; at < text.length; at++) {
      if (!/\d/.test(text[at]!)) continue
      const flipped = text.slice(0, at) + ((Number(text[at]) + 1) % 10) + text.slice(at + 1)
      expect(await merkleRootFromPath(sha256, flipped, 0, 3, vector.leafHashes.slice(1))).not.toBe(vector.root)
    }
  })
})

describe('trees of every size to 33', () => {
  it('each leaf is proved, and at no other place', async () => {
    for (let size = 1; size <= 33; size++) {
      const leaves = leavesOf(size)
      const root = await rootHex(leaves)
      for (let index = 0; index < size; index++) {
        const path = await over(leaves, merklePathRanges(index, size))
        expect(await merkleRootFromPath(sha256, leaf(index), index, size, path)).toBe(root)
        expect(await merkleRootFromPath(sha256, leaf(index), (index + 1) % size, size, path)).not.toBe(size === 1 ? '' : root)
        expect(await merkleRootFromPath(sha256, leaf(index), index, size, [...path, root])).toBeUndefined()
        expect(size === 1 || (await merkleRootFromPath(sha256, leaf(index), index, size, path.slice(1))) !== root).toBe(true)
      }
    }
  })

  it('each earlier tree is shown unchanged, an altered one never', async () => {
    for (let to = 1; to <= 33; to++) {
      const leaves = leavesOf(to)
      const later = { treeSize: to, root: await rootHex(leaves) }
      for (let from = 1; from <= to; from++) {
        const earlier = { treeSize: from, root: await rootHex(leaves.slice(0, from)) }
        const proof = await over(leaves, merkleConsistencyRanges(from, to))
        expect(await isMerkleTreeConsistent(sha256, earlier, later, proof)).toBe(true)
        const altered = { treeSize: from, root: await rootHex(leaves.slice(0, from).with(from >> 1, leaf(999))) }
        expect(await isMerkleTreeConsistent(sha256, altered, later, proof)).toBe(false)
        expect(await isMerkleTreeConsistent(sha256, earlier, later, [...proof, later.root])).toBe(false)
        if (from < to) expect(await isMerkleTreeConsistent(sha256, later, earlier, proof)).toBe(false)
      }
    }
  })

  it('nonsense is no proof', async () => {
    expect(await merkleRootFromPath(sha256, leaf(0), 0, 3, ['zz', 'ff'])).toBeUndefined()
    expect(await merkleRootFromPath(sha256, leaf(0), 3, 3, [])).toBeUndefined()
    expect(await merkleRootFromPath(sha256, leaf(0), -1, 3, [])).toBeUndefined()
    expect(await isMerkleTreeConsistent(sha256, { treeSize: 0, root: vector.root }, { treeSize: 3, root: vector.root }, [])).toBe(false)
    expect(await isMerkleTreeConsistent(sha256, { treeSize: 2, root: vector.root }, { treeSize: 3, root: vector.root }, [])).toBe(false)
  })
})

describe('leaves', () => {
  it('are read as they are written', () => {
    expect(parsePriceRecordLeaf(vector.leaves[2]!)).toEqual({
      symbol: 'XAUUSD',
      sec: 1795190401,
      price: '4050.0000000000',
      mode: 'LIVE',
      sources: ['a=4050.01', 'b=4049.99', 'c=4050.00'],
    })
    expect(parsePriceRecordLeaf(vector.leaves[0]!)?.sources).toEqual([])
  })

  it.each([
    '',
    'v2|BTCUSDT|1|1.0000000000|SIM|0|-',
    'v1|BTCUSDT|01|1.0000000000|SIM|0|-',
    'v1|BTCUSDT|1|1.0|SIM|0|-',
    'v1|BTCUSDT|1|1.0000000000|SIM|2|-',
    'v1|BTCUSDT|1|1.0000000000|SIM|0|-\n',
  ])('refuses %j', (text) => expect(parsePriceRecordLeaf(text)).toBeUndefined())
})
