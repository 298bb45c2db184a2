import type { PriceRecordProof, SignedPriceRecordHead } from '#contract/calls/fairness.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Database } from '#db/database.ts'
import { createPriceLeafReader } from '#market/record/leaves.ts'
import type { SymbolSpec } from '#market/market.ts'
import { merkleConsistencyRanges, merklePathRanges } from '#rules/merkle.ts'
import { createLeafBlocksReader } from './leafBlocks.ts'
import type { PriceRecordLog } from './log.ts'
import { createPriceRecordTreeStore } from './store.ts'
import { createDayTreeReader } from './treeReader.ts'

/** What any server can say of the record: read from the database, nothing but block roots and a few blocks kept in memory. */
export interface PriceRecordProofReader {
  newestHead(day?: string): Promise<SignedPriceRecordHead | undefined>
  /** Leaves of sealed seconds only: no other can change any more. */
  ticks(symbol: string, fromSec: number, toSec: number): Promise<string[]>
  /** Those of every market and input, in the order of the day's list. */
  allTicks(fromSec: number, toSec: number): Promise<string[]>
  /** Refuses notFound without a record of that second, recordNotSigned before a head covers it. */
  proof(symbol: string, sec: number): Promise<PriceRecordProof>
  /** Its number among the leaves of its day; undefined before a head covers it. Refuses notFound of a record that is gone. */
  place(symbol: string, sec: number): Promise<number | undefined>
  /** That of a day's first leaf, which names the last root before it. Refuses notFound of a day that began without one. */
  link(day: string): Promise<PriceRecordProof>
  /** Refuses notFound when that day has no such tree any more. */
  consistency(day: string, from: number, to: number): Promise<string[]>
}

/** A second is sealed after 10 s and signed within the next minute. */
const signedWithinSeconds = 75

export function createPriceRecordProofReader(db: Database, specs: readonly SymbolSpec[], log: PriceRecordLog): PriceRecordProofReader {
  const store = createPriceRecordTreeStore(db, log.name)
  const reader = createPriceLeafReader(db, specs, log.feeds)
  const { find, hashesOver } = createDayTreeReader(createLeafBlocksReader(store, reader, specs.length))

  return {
    newestHead: store.newestHead,
    ticks: async (symbol, fromSec, toSec) => reader.ofSymbol(symbol, fromSec, Math.min(toSec, await store.sealedSec())),
    allTicks: async (fromSec, toSec) => {
      // More rows than seconds: a second may stand under several feeds.
      const { seconds } = await reader.seconds(fromSec, Math.min(toSec, await store.sealedSec()), 8 * (toSec - fromSec + 1))
      return seconds.flatMap(({ leaves: own }) => own.map(({ text }) => text))
    },
    proof: async (symbol, sec) => {
      const day = log.dayOf(sec)
      const head = await store.newestHead(day)
      const found = head && (await find(day, head.treeSize, symbol, sec))
      if (!head || !found) {
        const [recorded] = await reader.ofSymbol(symbol, sec, sec)
        throw recorded === undefined ? new Refusal('notFound') : new Refusal('recordNotSigned', { seconds: signedWithinSeconds })
      }
      const path = await hashesOver(day, merklePathRanges(found.index, head.treeSize))
      return { leaf: found.text, leafIndex: found.index, treeSize: head.treeSize, path, head }
    },
    place: async (symbol, sec) => {
      const day = log.dayOf(sec)
      const head = await store.newestHead(day)
      return head && (await find(day, head.treeSize, symbol, sec))?.index
    },
    link: async (day) => {
      const head = await store.newestHead(day)
      const link = head && (await store.link(day))
      if (!link) throw new Refusal('notFound')
      const { treeSize } = head
      return { leaf: link.leaf, leafIndex: 0, treeSize, path: link.path ?? (await hashesOver(day, merklePathRanges(0, treeSize))), head }
    },
    consistency: async (day, from, to) => {
      const head = await store.newestHead(day)
      if (!head || from > to || to > head.treeSize) throw new Refusal('notFound')
      return hashesOver(day, merkleConsistencyRanges(from, to))
    },
  }
}
