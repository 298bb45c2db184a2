import type { Database } from '#db/database.ts'
import { priceRecordHeadSigningText } from '#rules/leaf.ts'
import type { Clock } from '../core/clock.ts'
import { getOrCreatePublishedSigningKey } from '../core/signingKeys.ts'
import { type PriceRecordDayTree, dayTreeRootHexOf, dayTreeSizeOf } from './dayTree.ts'
import { type createPriceRecordTreeStore, PriceRecordMismatchError } from './store.ts'

const signEveryMs = 60_000
/** A head this far ahead of our clock was signed before that clock was set back: it holds up nothing. */
const skewMs = 5_000

interface SignParts {
  clock: Clock
  db: Database
  store: ReturnType<typeof createPriceRecordTreeStore>
}

/** Signs the tree as it is when its newest head is a minute old, or at once. Gives whether a head covers the whole tree now. */
export async function signHeadIfDue({ clock, db, store }: SignParts, of: PriceRecordDayTree, atOnce: boolean): Promise<boolean> {
  const { day } = of
  const treeSize = dayTreeSizeOf(of)
  if (treeSize === 0) return true
  const newest = await store.newestHead(day)
  const nowMs = clock.now()
  const isTime = !newest || nowMs - newest.ms >= signEveryMs || newest.ms - nowMs > skewMs
  if (newest && newest.treeSize > treeSize) {
    // Another server may have signed more just now; a minute later we have those leaves too.
    if (!isTime) return false
    throw new PriceRecordMismatchError(`${day} has ${treeSize} leaves, ${newest.treeSize} were signed`)
  }
  const isSigned = newest?.treeSize === treeSize
  const isDue = !isSigned && (atOnce || isTime)
  if (!isDue && !isSigned) return false
  const root = dayTreeRootHexOf(of)
  if (isSigned && newest.root !== root) throw new PriceRecordMismatchError(`${day} at ${treeSize} leaves`)
  if (!isDue) return true
  const key = await getOrCreatePublishedSigningKey(db, nowMs)
  await store.addHead({
    day,
    treeSize,
    root,
    ms: nowMs,
    kid: key.kid,
    sig: key.sign(priceRecordHeadSigningText({ day, treeSize, root, ms: nowMs })),
  })
  return true
}
