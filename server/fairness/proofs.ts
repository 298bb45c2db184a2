import type { RecordProof, SignedHead } from '#contract/calls/fairness.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#db/database.ts'
import { leafReader } from '#market/leaves.ts'
import type { SymbolSpec } from '#market/market.ts'
import { consistencyRanges, type LeafRange, pathRanges } from '#rules/merkle.ts'
import { blockSize, leafHash, rootOf } from './hash.ts'
import { firstSecOf, type Log } from './log.ts'
import { type Block, fairStore } from './store.ts'

interface PlacedLeaf {
  symbol: string
  sec: number
  text: string
  hash: Buffer
}

/** What any server can say of the record: read from the database, nothing but block roots and a few blocks kept in memory. */
export interface Proofs {
  newestHead(day?: string): Promise<SignedHead | undefined>
  /** Leaves of sealed seconds only: no other can change any more. */
  ticks(symbol: string, fromSec: number, toSec: number): Promise<string[]>
  /** Refuses notFound without a record of that second, recordNotSigned before a head covers it. */
  proof(symbol: string, sec: number): Promise<RecordProof>
  /** Refuses notFound when that day has no such tree any more. */
  consistency(day: string, from: number, to: number): Promise<string[]>
}

const daysKept = 8
const blocksKept = 32
/** A second is sealed after 10 s and signed within the next minute. */
const signedWithinSeconds = 75

export function proofsOf(db: Database, specs: readonly SymbolSpec[], log: Log): Proofs {
  const store = fairStore(db, log.name)
  const reader = leafReader(db, specs, log.feeds)
  const days = recent<Block[]>(daysKept)
  const leaves = recent<PlacedLeaf[]>(blocksKept)

  /** The day's whole blocks, at least the first `count` of them, when there are that many. */
  const blocksOf = async (day: string, count: number): Promise<Block[]> => {
    const known = days.get(day) ?? days.set(day, [])
    if (known.length < count) {
      const before = known.length
      const added = await store.blocks(day, before)
      // Somebody else may have asked meanwhile.
      if (known.length === before) known.push(...added)
    }
    return known
  }

  const readBlock = async (day: string, number: number): Promise<PlacedLeaf[]> => {
    const before = number === 0 ? undefined : (await blocksOf(day, number))[number - 1]
    const start = before ?? { sec: firstSecOf(day), taken: 0 }
    const found: PlacedLeaf[] = []
    let [fromSec, taken, more] = [start.sec, start.taken, true]
    const lastSec = Math.min(await store.sealedSec(), firstSecOf(day) + 86_399)
    while (more && found.length < blockSize) {
      const read = await reader.seconds(fromSec, lastSec, Math.ceil(blockSize / Math.max(1, specs.length)) + 2)
      more = read.more
      for (const { sec, leaves: all } of read.seconds) {
        for (const { symbol, text } of all.slice(sec === start.sec ? taken : 0)) found.push({ symbol, sec, text, hash: leafHash(text) })
        fromSec = sec + 1
      }
    }
    return found.slice(0, blockSize)
  }

  /** The first `count` leaves of a block, from the records. Refuses notFound when they are gone: a day's records go after thirty days. */
  const blockLeaves = async (day: string, number: number, count: number): Promise<PlacedLeaf[]> => {
    const name = `${day}#${number}`
    const kept = leaves.get(name)
    const own = kept && kept.length >= count ? kept : leaves.set(name, await readBlock(day, number))
    if (own.length < count) throw new Refusal('notFound')
    return own.slice(0, count)
  }

  /** The hash over a subtree. Its parts lie in one block, or begin with one. */
  const hashOver = async (day: string, { start, end }: LeafRange): Promise<string> => {
    const first = Math.floor(start / blockSize)
    const rest = end % blockSize
    if (end - start < blockSize) {
      const inside = start % blockSize
      const own = await blockLeaves(day, first, inside + end - start)
      return rootOf(hashesOf(own.slice(inside))).toString('hex')
    }
    const whole = Math.floor(end / blockSize)
    const blocks = await blocksOf(day, whole)
    if (blocks.length < whole) throw new Refusal('notFound')
    const roots = blocks.slice(first, whole).map(({ root }) => root)
    if (rest > 0) roots.push(rootOf(hashesOf(await blockLeaves(day, whole, rest))))
    return rootOf(roots).toString('hex')
  }

  const hashesOver = async (day: string, ranges: readonly LeafRange[]): Promise<string[]> => {
    const hashes: string[] = []
    for (const range of ranges) hashes.push(await hashOver(day, range))
    return hashes
  }

  const find = async (day: string, treeSize: number, symbol: string, sec: number): Promise<{ index: number; text: string } | undefined> => {
    const whole = Math.floor(treeSize / blockSize)
    const blocks = (await blocksOf(day, whole)).slice(0, whole)
    // A second may begin in one block and end in the next.
    const first = blocks.findIndex((block) => block.sec >= sec)
    for (let number = first < 0 ? whole : first; number <= whole; number++) {
      const own = await blockLeaves(day, number, Math.min(blockSize, treeSize - number * blockSize))
      const at = own.findIndex((leaf) => leaf.sec === sec && leaf.symbol === symbol)
      if (at >= 0) return { index: number * blockSize + at, text: own[at]!.text }
      if ((blocks[number]?.sec ?? 0) > sec) return undefined
    }
    return undefined
  }

  return {
    newestHead: store.newestHead,
    ticks: async (symbol, fromSec, toSec) => reader.ofSymbol(symbol, fromSec, Math.min(toSec, await store.sealedSec())),
    proof: async (symbol, sec) => {
      const day = log.dayOf(sec)
      const head = await store.newestHead(day)
      const found = head && (await find(day, head.treeSize, symbol, sec))
      if (!head || !found) {
        const [recorded] = await reader.ofSymbol(symbol, sec, sec)
        throw recorded === undefined ? new Refusal('notFound') : new Refusal('recordNotSigned', { seconds: signedWithinSeconds })
      }
      const path = await hashesOver(day, pathRanges(found.index, head.treeSize))
      return { leaf: found.text, leafIndex: found.index, treeSize: head.treeSize, path, head }
    },
    consistency: async (day, from, to) => {
      const head = await store.newestHead(day)
      if (!head || from > to || to > head.treeSize) throw new Refusal('notFound')
      return hashesOver(day, consistencyRanges(from, to))
    },
  }
}

const hashesOf = (leaves: readonly PlacedLeaf[]): Buffer[] => leaves.map(({ hash }) => hash)

/** The last few, the longest unused goes first. */
function recent<T>(most: number) {
  const kept = new Map<string, T>()
  return {
    get: (name: string): T | undefined => {
      const found = kept.get(name)
      if (found === undefined) return undefined
      kept.delete(name)
      kept.set(name, found)
      return found
    },
    set: (name: string, value: T): T => {
      kept.set(name, value)
      if (kept.size > most) kept.delete(kept.keys().next().value as string)
      return value
    },
  }
}
