import { serverDayAt } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { createPriceLeafReader } from '#market/record/leaves.ts'
import type { SymbolSpec } from '#market/market.ts'
import type { Clock } from '../core/clock.ts'
import { type PriceRecordDayTree, loadNewestDayTree, newDayTree, appendDayTreeLeaf } from './dayTree.ts'
import type { PriceRecordLog } from './log.ts'
import { createPriceRecordProofReader } from './proofs.ts'
import { signHeadIfDue } from './signHead.ts'
import { createPriceRecordTreeStore } from './store.ts'

/** A record may still be on its way for this long; then its second is sealed. */
const settleSeconds = 10
const secondsAtOnce = 600
const keepRecordsMs = 30 * 86_400_000
const keepBlocksMs = 31 * 86_400_000

/**
 * Keeps the tree of one log and signs its head. What it holds in memory is recomputed from the records after a start, so several
 * servers and restarts give the same tree bit for bit; what differs is never signed. A day's first leaf is the last root before it. A pass takes up every second that is settled
 * and signs when the newest head is a minute old, or at once with `atOnce`. Gives whether all that is recorded is signed.
 */
export function createPriceRecordLogSigner(
  { clock, db, specs }: { clock: Clock; db: Database; specs: readonly SymbolSpec[] },
  log: PriceRecordLog,
): (atOnce?: boolean) => Promise<boolean> {
  const store = createPriceRecordTreeStore(db, log.name)
  const reader = createPriceLeafReader(db, specs, log.feeds)
  const proofs = createPriceRecordProofReader(db, specs, log)
  let tree: PriceRecordDayTree | undefined

  const takeUp = async (into: PriceRecordDayTree, sealedSec: number): Promise<PriceRecordDayTree> => {
    let now = into
    for (let more = true; more; ) {
      const read = await reader.seconds(now.sec, sealedSec, secondsAtOnce)
      more = read.more
      for (const { sec, leaves } of read.seconds) {
        const day = log.dayOf(sec)
        if (day !== now.day) {
          await finish(now)
          const before = now.day === '' ? undefined : await store.newestHead(now.day)
          now = { day, ...newDayTree(await store.openDay(day, before)), sec, taken: 0 }
        }
        for (let at = sec === now.sec ? now.taken : 0; at < leaves.length; at++) {
          now.sec = sec
          now.taken = at + 1
          await appendDayTreeLeaf(store, now, leaves[at]!.text)
        }
      }
    }
    return now
  }

  const finish = async (done: PriceRecordDayTree): Promise<void> => {
    if (done.day === '') return
    // After a month without a server its records are gone: the head that was signed is the day's last.
    const isGone = log.name === 'market' && done.day < serverDayAt(clock.now() - keepRecordsMs)
    if (!isGone) {
      await signHeadIfDue({ clock, db, store }, done, true)
      const link = await store.link(done.day)
      if (link && !link.path) await store.finishLink(done.day, (await proofs.link(done.day)).path)
    }
    await store.finish(done.day)
    if (log.name === 'market') await store.dropBlocks(serverDayAt(clock.now() - keepBlocksMs))
  }

  return async (atOnce = false) => {
    const newestSec = await reader.newestSec()
    // A replay's seconds are of another time; one process plays them, in order.
    const settledSec = log.name === 'market' ? Math.floor(clock.now() / 1000) - settleSeconds : newestSec
    const sealedSec = await store.seal(Math.min(settledSec, newestSec))
    try {
      tree = await takeUp(tree ?? (await loadNewestDayTree(store)), sealedSec)
      return (await signHeadIfDue({ clock, db, store }, tree, atOnce)) && sealedSec >= newestSec
    } catch (error) {
      tree = undefined
      throw error
    }
  }
}
