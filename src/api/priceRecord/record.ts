import { fairness } from '#contract/calls/fairness.ts'
import { openOfflineTable } from '#device/database.ts'
import { sendApiCall } from '../send.ts'
import { clearPriceRecordTableAndAlarm, raisePriceRecordAlarm, restorePriceRecordAlarm } from './alarm.ts'
import { canHash } from './webCrypto.ts'
import { createPriceRecordWitness } from './witness.ts'

const table = openOfflineTable('price-record')

/** This device's witness of the price record. */
export const priceRecordWitness = createPriceRecordWitness(
  table,
  {
    keys: async () => {
      const { kid, publicKeyJwk, previous } = await sendApiCall(fairness.recordKey, {})
      return [{ kid, publicKeyJwk }, ...previous.map((key) => ({ kid: key.kid, publicKeyJwk: key.publicKeyJwk }))]
    },
    head: async () => {
      const { simCommit: _, ...head } = await sendApiCall(fairness.recordHead, {})
      return head
    },
    proof: (symbol, sec) => sendApiCall(fairness.recordProof, { symbol, sec }),
    consistency: async (day, from, to) => (await sendApiCall(fairness.recordConsistency, { day, from, to })).path,
  },
  (evidence) => raisePriceRecordAlarm(table, evidence),
)

export const resetPriceRecordWitness = (): Promise<void> => clearPriceRecordTableAndAlarm(table)

const firstPollDelayMs = 60_000
const pollIntervalMs = 10 * 60_000

/** Compares the record's newest head with those seen before, now and then while the app is looked at. */
export function watchPriceRecord(): void {
  void restorePriceRecordAlarm(table)
  if (!canHash()) return
  const poll = (): void => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    // No answer says nothing about the record: the next look asks again.
    priceRecordWitness.watch().catch(() => undefined)
  }
  setTimeout(poll, firstPollDelayMs)
  setInterval(poll, pollIntervalMs)
}
