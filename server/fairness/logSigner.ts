import type { SignedHead } from '#contract/calls/fairness.ts'
import { wireDay } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { leafReader } from '#market/leaves.ts'
import type { SymbolSpec } from '#market/market.ts'
import { headText } from '#rules/leaf.ts'
import type { Clock } from '#server/clock.ts'
import { blockSize, leafHash, rootOf } from './hash.ts'
import { signingKey } from './keys.ts'
import { firstSecOf, type Log } from './log.ts'
import { fairStore, type Place, RecordChanged } from './store.ts'

/** A record may still be on its way for this long; then its second is sealed. */
const settleSeconds = 10
const signEveryMs = 60_000
/** A head this far ahead of our clock was signed before that clock was set back: it holds up nothing. */
const skewMs = 5_000
const secondsAtOnce = 600
const keepBlocksMs = 31 * 86_400_000

/** The tree of one day, as far as it has got: whole blocks as their roots, the rest as leaf hashes. A day of all markets is 100 kB. */
interface DayTree extends Place {
  day: string
  roots: Buffer[]
  tail: Buffer[]
  /** After a start: the newest head, which the tree must meet again on its way. */
  toMeet?: SignedHead | undefined
}

const sizeOf = ({ roots, tail }: DayTree): number => roots.length * blockSize + tail.length
const rootHex = ({ roots, tail }: DayTree): string => rootOf(tail.length > 0 ? [...roots, rootOf(tail)] : roots).toString('hex')

/**
 * Keeps the tree of one log and signs its head. What it holds in memory is recomputed from the records after a start, so several
 * servers and restarts give the same tree bit for bit; what differs is never signed. A pass takes up every second that is settled
 * and signs when the newest head is a minute old, or at once with `atOnce`. Gives whether all that is recorded is signed.
 */
export function logSigner(
  { clock, db, specs }: { clock: Clock; db: Database; specs: readonly SymbolSpec[] },
  log: Log,
): (atOnce?: boolean) => Promise<boolean> {
  const store = fairStore(db, log.name)
  const reader = leafReader(db, specs, log.feeds)
  let tree: DayTree | undefined

  const load = async (): Promise<DayTree> => {
    const day = await store.newestDay()
    if (day === undefined) return { day: '', roots: [], tail: [], sec: 0, taken: 0 }
    const blocks = await store.blocks(day)
    const { sec, taken } = blocks.at(-1) ?? { sec: firstSecOf(day), taken: 0 }
    return { day, roots: blocks.map(({ root }) => root), tail: [], sec, taken, toMeet: await store.newestHead(day) }
  }

  const takeLeaf = async (into: DayTree, text: string): Promise<void> => {
    into.tail.push(leafHash(text))
    if (into.toMeet?.treeSize === sizeOf(into) && into.toMeet.root !== rootHex(into))
      throw new RecordChanged(`${into.day} at ${sizeOf(into)} leaves`)
    if (into.tail.length < blockSize) return
    const root = rootOf(into.tail)
    await store.addBlock(into.day, into.roots.length, { root, sec: into.sec, taken: into.taken })
    into.roots.push(root)
    into.tail = []
  }

  const takeUp = async (into: DayTree, sealedSec: number): Promise<DayTree> => {
    let now = into
    for (let more = true; more; ) {
      const read = await reader.seconds(now.sec, sealedSec, secondsAtOnce)
      more = read.more
      for (const { sec, leaves } of read.seconds) {
        const day = log.dayOf(sec)
        if (day !== now.day) {
          await finish(now)
          now = { day, roots: [], tail: [], sec, taken: 0 }
        }
        for (let at = sec === now.sec ? now.taken : 0; at < leaves.length; at++) {
          now.sec = sec
          now.taken = at + 1
          await takeLeaf(now, leaves[at]!.text)
        }
      }
    }
    return now
  }

  /** Gives whether a head covers the whole tree now. */
  const sign = async (of: DayTree, atOnce: boolean): Promise<boolean> => {
    const { day } = of
    const treeSize = sizeOf(of)
    if (treeSize === 0) return true
    const newest = await store.newestHead(day)
    const nowMs = clock.now()
    const isTime = !newest || nowMs - newest.ms >= signEveryMs || newest.ms - nowMs > skewMs
    if (newest && newest.treeSize > treeSize) {
      // Another server may have signed more just now; a minute later we have those leaves too.
      if (!isTime) return false
      throw new RecordChanged(`${day} has ${treeSize} leaves, ${newest.treeSize} were signed`)
    }
    const isSigned = newest?.treeSize === treeSize
    const isDue = !isSigned && (atOnce || isTime)
    if (!isDue && !isSigned) return false
    const root = rootHex(of)
    if (isSigned && newest.root !== root) throw new RecordChanged(`${day} at ${treeSize} leaves`)
    if (!isDue) return true
    const key = await signingKey(db, nowMs)
    await store.addHead({ day, treeSize, root, ms: nowMs, kid: key.kid, sig: key.sign(headText({ day, treeSize, root, ms: nowMs })) })
    return true
  }

  const finish = async (done: DayTree): Promise<void> => {
    if (done.day === '') return
    await sign(done, true)
    await store.finish(done.day)
    if (log.name === 'market') await store.dropBlocks(wireDay(clock.now() - keepBlocksMs))
  }

  return async (atOnce = false) => {
    const newestSec = await reader.newestSec()
    // A replay's seconds are of another time; one process plays them, in order.
    const settledSec = log.name === 'market' ? Math.floor(clock.now() / 1000) - settleSeconds : newestSec
    const sealedSec = await store.seal(Math.min(settledSec, newestSec))
    try {
      tree = await takeUp(tree ?? (await load()), sealedSec)
      return (await sign(tree, atOnce)) && sealedSec >= newestSec
    } catch (error) {
      tree = undefined
      throw error
    }
  }
}
