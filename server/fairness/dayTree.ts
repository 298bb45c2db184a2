import type { SignedPriceRecordHead } from '#contract/calls/fairness.ts'
import { merkleBlockSize, hashPriceRecordLeaf, merkleRootOf } from './hash.ts'
import { firstSecondOfTreeDay } from './log.ts'
import { type createPriceRecordTreeStore, type PriceRecordTreePosition, PriceRecordMismatchError } from './store.ts'

type FairStore = ReturnType<typeof createPriceRecordTreeStore>

/** The tree of one day, as far as it has got: whole blocks as their roots, the rest as leaf hashes. A day of all markets is 100 kB. */
export interface PriceRecordDayTree extends PriceRecordTreePosition {
  day: string
  roots: Buffer[]
  tail: Buffer[]
  /** After a start: the newest head, which the tree must meet again on its way. */
  toMeet?: SignedPriceRecordHead | undefined
}

/** How many leaves it has. */
export const dayTreeSizeOf = ({ roots, tail }: PriceRecordDayTree): number => roots.length * merkleBlockSize + tail.length
/** The root over all of them. */
export const dayTreeRootHexOf = ({ roots, tail }: PriceRecordDayTree): string =>
  merkleRootOf(tail.length > 0 ? [...roots, merkleRootOf(tail)] : roots).toString('hex')

/** A day's tree with nothing in it but its first leaf, where it has one. */
export const newDayTree = (leaf: string | undefined): Pick<PriceRecordDayTree, 'roots' | 'tail'> => ({
  roots: [],
  tail: leaf === undefined ? [] : [hashPriceRecordLeaf(leaf)],
})

/** The tree as it is stored: of the newest day, as far as whole blocks go. */
export async function loadNewestDayTree(store: FairStore): Promise<PriceRecordDayTree> {
  const day = await store.newestDay()
  if (day === undefined) return { day: '', roots: [], tail: [], sec: 0, taken: 0 }
  const blocks = await store.blocks(day)
  const toMeet = await store.newestHead(day)
  const last = blocks.at(-1)
  if (!last) return { day, ...newDayTree((await store.link(day))?.leaf), sec: firstSecondOfTreeDay(day), taken: 0, toMeet }
  return { day, roots: blocks.map(({ root }) => root), tail: [], sec: last.sec, taken: last.taken, toMeet }
}

/** Appends a leaf; stores each block that is whole. Throws where the tree is not what was signed. */
export async function appendDayTreeLeaf(store: FairStore, into: PriceRecordDayTree, text: string): Promise<void> {
  into.tail.push(hashPriceRecordLeaf(text))
  if (into.toMeet?.treeSize === dayTreeSizeOf(into) && into.toMeet.root !== dayTreeRootHexOf(into))
    throw new PriceRecordMismatchError(`${into.day} at ${dayTreeSizeOf(into)} leaves`)
  if (into.tail.length < merkleBlockSize) return
  const root = merkleRootOf(into.tail)
  await store.addBlock(into.day, into.roots.length, { root, sec: into.sec, taken: into.taken })
  into.roots.push(root)
  into.tail = []
}
