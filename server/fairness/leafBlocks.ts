import { Refusal } from '#contract/refusals.ts'
import type { createPriceLeafReader } from '#market/record/leaves.ts'
import { dayLinkSymbol } from '#rules/leaf.ts'
import { merkleBlockSize, hashPriceRecordLeaf } from './hash.ts'
import { firstSecondOfTreeDay } from './log.ts'
import type { MerkleBlock, createPriceRecordTreeStore } from './store.ts'

/** A leaf as the records say it. */
export interface HashedPriceLeaf {
  symbol: string
  sec: number
  text: string
  hash: Buffer
}

/** The leaves of a day's tree, a block at a time. */
export interface LeafBlocksReader {
  /** The day's whole blocks, at least the first `count` of them, when there are that many. */
  blocksOf(day: string, count: number): Promise<MerkleBlock[]>
  /** The first `count` leaves of a block, from the records. Refuses notFound when they are gone: a day's records go after thirty days. */
  blockLeaves(day: string, number: number, count: number): Promise<HashedPriceLeaf[]>
}

const daysKept = 8
const blocksKept = 32

/** Reads them from the database and keeps those of late; `markets` is how many leaves a second has, about. */
export function createLeafBlocksReader(
  store: ReturnType<typeof createPriceRecordTreeStore>,
  reader: ReturnType<typeof createPriceLeafReader>,
  markets: number,
): LeafBlocksReader {
  const days = recent<MerkleBlock[]>(daysKept)
  const leaves = recent<HashedPriceLeaf[]>(blocksKept)

  const blocksOf = async (day: string, count: number): Promise<MerkleBlock[]> => {
    const known = days.get(day) ?? days.set(day, [])
    if (known.length < count) {
      const before = known.length
      const added = await store.blocks(day, before)
      // Somebody else may have asked meanwhile.
      if (known.length === before) known.push(...added)
    }
    return known
  }

  const readBlock = async (day: string, number: number): Promise<HashedPriceLeaf[]> => {
    const before = number === 0 ? undefined : (await blocksOf(day, number))[number - 1]
    const start = before ?? { sec: firstSecondOfTreeDay(day), taken: 0 }
    const link = before ? undefined : await store.link(day)
    const found: HashedPriceLeaf[] = link
      ? [{ symbol: dayLinkSymbol, sec: start.sec, text: link.leaf, hash: hashPriceRecordLeaf(link.leaf) }]
      : []
    let [fromSec, leafCount, more] = [start.sec, start.taken, true]
    const lastSec = Math.min(await store.sealedSec(), firstSecondOfTreeDay(day) + 86_399)
    while (more && found.length < merkleBlockSize) {
      const read = await reader.seconds(fromSec, lastSec, Math.ceil(merkleBlockSize / Math.max(1, markets)) + 2)
      more = read.more
      for (const { sec, leaves: all } of read.seconds) {
        for (const { symbol, text } of all.slice(sec === start.sec ? leafCount : 0))
          found.push({ symbol, sec, text, hash: hashPriceRecordLeaf(text) })
        fromSec = sec + 1
      }
    }
    return found.slice(0, merkleBlockSize)
  }

  const blockLeaves = async (day: string, number: number, count: number): Promise<HashedPriceLeaf[]> => {
    const name = `${day}#${number}`
    const cached = leaves.get(name)
    const own = cached && cached.length >= count ? cached : leaves.set(name, await readBlock(day, number))
    if (own.length < count) throw new Refusal('notFound')
    return own.slice(0, count)
  }

  return { blocksOf, blockLeaves }
}

/** The last few, the longest unused goes first. */
function recent<T>(most: number) {
  const cached = new Map<string, T>()
  return {
    get: (name: string): T | undefined => {
      const found = cached.get(name)
      if (found === undefined) return undefined
      cached.delete(name)
      cached.set(name, found)
      return found
    },
    set: (name: string, value: T): T => {
      cached.set(name, value)
      if (cached.size > most) cached.delete(cached.keys().next().value as string)
      return value
    },
  }
}
