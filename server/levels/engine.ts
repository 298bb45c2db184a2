import { wireDay } from '#contract/time.ts'
import type { House } from '../house.ts'
import type { ValuationOfMany } from '../valuation.ts'
import { NoPriceYet } from './netAssets.ts'
import { payGrants } from './pay.ts'
import { takeSnapshots } from './snapshot.ts'

const lookEveryMs = 1_000
/** What a day brings is looked at when it begins, and again so often: what another server left, and what WELFARE could not pay. */
const againMs = 60_000
/** So long a snapshot waits for prices that are missing; then they count as nothing, as they do on the asset page. */
const patienceMs = 10 * 60_000

/** What one server remembers between two looks, so that nothing is read for nothing. */
export interface Seen {
  day?: string
  atMs?: number
  /** Since when a snapshot waits for a price. */
  waitingMs?: number
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
  if (seen.day === wireDay(now) && seen.atMs !== undefined && now < seen.atMs + againMs) return
  const isTaken = await takeAll(house, others, seen)
  try {
    if (!(await payGrants(house))) console.error('WELFARE does not hold what is promised: bonuses and envelopes are paid once it does')
  } catch (error) {
    console.error('bonuses and envelopes could not be paid', error)
  }
  if (isTaken) Object.assign(seen, { day: wireDay(now), atMs: now })
}

/** False while a price is missing: it is tried again at once. */
async function takeAll(house: House, others: readonly ValuationOfMany[], seen: Seen): Promise<boolean> {
  const now = house.clock.now()
  try {
    await takeSnapshots(house, others, now - (seen.waitingMs ?? now) < patienceMs)
    delete seen.waitingMs
    return true
  } catch (error) {
    if (error instanceof NoPriceYet) {
      seen.waitingMs ??= now
      return false
    }
    console.error('the snapshot of levels could not be taken', error)
    return true
  }
}
