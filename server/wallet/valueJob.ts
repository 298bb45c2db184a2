import { wireDay } from '#contract/time.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import type { Valuation } from '../valuation.ts'
import { valueAt } from './holdings.ts'
import { addValue, claimDue, type DueAccount, dueAccounts, firstDayOf, setNext } from './valueStore.ts'

const pollIntervalMs = 5_000
/** What was booked and recorded before midnight is all there by then. */
const settleMs = 30_000
const batchSize = 200

/**
 * Stores what each account was worth at 00:00 UTC+8, one point a day, soon after it; days without a server are caught up one by one. Each account
 * is handled by itself, so that one that fails keeps no other waiting, and a poll with nothing due reads one index entry.
 */
export function startAccountValues(house: House, valuations: readonly Valuation[]): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= storeDueValues(house, valuations)
      .catch((error: unknown) => console.error('account values could not be stored', error))
      .finally(() => {
        running = undefined
      })
  }, pollIntervalMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Every point that is due now. */
export async function storeDueValues(house: House, valuations: readonly Valuation[]): Promise<void> {
  const today = wireDay(house.clock.now() - settleMs)
  for (let behind: DueAccount | undefined; ; ) {
    const due = await dueAccounts(house.db, today, behind, batchSize)
    for (const account of due) {
      try {
        await storeDays(house, valuations, account, today)
      } catch (error) {
        console.error(`the value of account ${account.userId}/${account.accountType} could not be stored`, error)
      }
    }
    behind = due.at(-1)
    if (!behind) return
  }
}

/** One account's points up to today, each in a transaction of its own. */
async function storeDays(house: House, valuations: readonly Valuation[], account: DueAccount, today: string): Promise<void> {
  for (let due: DueAccount | undefined = account; due && due.day <= today; ) due = await storeNext(house, valuations, due, today)
}

/** Stores one point and gives the next; undefined where another server is at it. */
const storeNext = (house: House, valuations: readonly Valuation[], due: DueAccount, today: string): Promise<DueAccount | undefined> =>
  house.db.transaction(async (sql) => {
    if (!(await claimDue(sql, due))) return undefined
    // Not looked at yet: an account that begins today has no value before tomorrow, an older one begins with today's.
    const next = due.day < firstDay ? await beginOf(house, due, today) : due.day
    if (next <= today)
      await addValue(sql, { ...due, day: next }, await valueAt(house, valuations, sql, due, startOfDay(next)), house.clock.now())
    const after = { ...due, day: next <= today ? dayPlus(next, 1) : next }
    await setNext(sql, due, after.day)
    return after
  })

/** Before any day on which something was booked. */
const firstDay = '1970-01-01'

async function beginOf(house: House, due: DueAccount, today: string): Promise<string> {
  const first = await firstDayOf(house.db, due)
  if (first === undefined) return dayPlus(today, 1)
  const began = dayPlus(firstDay, first)
  return began < today ? today : dayPlus(began, 1)
}
