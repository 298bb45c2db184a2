import { wireDay } from '#contract/time.ts'
import type { House } from '../house.ts'
import { lookFirst, payWaiting } from './decide.ts'
import { onRecord } from './liquidate.ts'
import { collectOverdue, endTerms, reckonPrices, remind, sendNotices } from './overdue.ts'

const lookEveryMs = 1_000
/** What changes by the day is looked at when a day begins, and again so often. */
const againMs = 60_000

/** What one server remembers between two looks, so that nothing is read for nothing. */
export interface Seen {
  day?: string
  atMs?: number
}

/** Calls and sales on each record; reviews, ends, notices and debits when they are due. What is due stands in the table: a server that dies loses nothing. */
export function startLoans(house: House): () => Promise<void> {
  const seen: Seen = {}
  let running: Promise<void> | undefined
  const deafen = house.market.onRecord((record) => onRecord(house, record))
  const timer = setInterval(() => {
    running ??= workDue(house, seen).finally(() => {
      running = undefined
    })
  }, lookEveryMs)
  return async () => {
    deafen()
    clearInterval(timer)
    await running
  }
}

/** Everything that is due now. */
export async function workDue(house: House, seen: Seen = {}): Promise<void> {
  const step = (what: string, work: (of: House) => Promise<void>): Promise<void> =>
    work(house).catch((error: unknown) => console.error(`${what} of loans could not be done`, error))
  await step('first looks', lookFirst)
  await step('payouts', payWaiting)
  await step('ends', endTerms)
  const now = house.clock.now()
  const isDone = seen.day === wireDay(now) && seen.atMs !== undefined && now < seen.atMs + againMs
  if (isDone) return
  await step('prices', reckonPrices)
  await step('reminders', remind)
  await step('notices', sendNotices)
  await step('debits', collectOverdue)
  Object.assign(seen, { day: wireDay(now), atMs: now })
}
