import { fairness } from '#contract/calls/fairness.ts'
import { openShelf } from '#device/database.ts'
import { send } from '../send.ts'
import { endAlarm, raiseAlarm, restoreAlarm } from './alarm.ts'
import { canHash } from './webCrypto.ts'
import { createWitness } from './witness.ts'

const shelf = openShelf('price-record')

/** This device's witness of the price record. */
export const witness = createWitness(
  shelf,
  {
    keys: async () => {
      const { kid, publicKeyJwk, previous } = await send(fairness.recordKey, {})
      return [{ kid, publicKeyJwk }, ...previous.map((key) => ({ kid: key.kid, publicKeyJwk: key.publicKeyJwk }))]
    },
    head: async () => {
      const { simCommit: _, ...head } = await send(fairness.recordHead, {})
      return head
    },
    proof: (symbol, sec) => send(fairness.recordProof, { symbol, sec }),
    consistency: async (day, from, to) => (await send(fairness.recordConsistency, { day, from, to })).path,
  },
  (evidence) => raiseAlarm(shelf, evidence),
)

export const beginAnew = (): Promise<void> => endAlarm(shelf)

const firstLookMs = 60_000
const lookEveryMs = 10 * 60_000

/** Compares the record's newest head with those seen before, now and then while the app is looked at. */
export function watchRecord(): void {
  void restoreAlarm(shelf)
  if (!canHash()) return
  const look = (): void => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    // No answer says nothing about the record: the next look asks again.
    witness.watch().catch(() => undefined)
  }
  setTimeout(look, firstLookMs)
  setInterval(look, lookEveryMs)
}
