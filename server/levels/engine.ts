import type { House } from '../house.ts'
import type { ValuationOfMany } from '../valuation.ts'
import { NoPriceYet } from './netAssets.ts'
import { payGrants } from './pay.ts'
import { takeSnapshots } from './snapshot.ts'

const lookEveryMs = 1_000
/** What WELFARE could not pay is tried again after this long. */
const againMs = 60_000
/** So long a snapshot waits for prices that are missing; then they count as nothing, as they do on the asset page. */
const patienceMs = 10 * 60_000

/** What one server remembers between two looks. */
export interface Seen {
  /** Since when a snapshot waits for a price. */
  waitingMs?: number
  /** When WELFARE is asked again. */
  againMs?: number
}

/** Snapshots, levels, bonuses and Monday's envelopes, each at its time. What is due stands in tables: a server that dies loses nothing. */
export function startLevels(house: House, others: readonly ValuationOfMany[]): () => Promise<void> {
  const seen: Seen = {}
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= workDue(house, others, seen).finally(() => {
      running = undefined
    })
  }, lookEveryMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Everything that is due now. */
export async function workDue(house: House, others: readonly ValuationOfMany[], seen: Seen = {}): Promise<void> {
  const now = house.clock.now()
  try {
    await takeSnapshots(house, others, now - (seen.waitingMs ?? now) < patienceMs)
    delete seen.waitingMs
  } catch (error) {
    if (error instanceof NoPriceYet) seen.waitingMs ??= now
    else console.error('the snapshot of levels could not be taken', error)
  }
  if (seen.againMs !== undefined && now < seen.againMs) return
  delete seen.againMs
  try {
    if (await payGrants(house)) return
    console.error('WELFARE does not hold what is promised: bonuses and envelopes are paid once it does')
  } catch (error) {
    console.error('bonuses and envelopes could not be paid', error)
  }
  seen.againMs = now + againMs
}
