import { serverDayAt } from '#contract/time.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import type { AssetValuationReader } from '../risk/valuation.ts'
import { accountNetValueAtDayStart } from './holdings.ts'
import {
  insertAccountValue,
  tryLockDueAccountValue,
  type DueAccountValue,
  dueAccountValues,
  readFirstPostingDayNumber,
  setNextAccountValueDay,
} from './valueStore.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 5_000
/** What was booked and recorded before midnight is all there by then. */
const settleMs = 30_000
const batchSize = 200

/**
 * Stores what each account was worth at 00:00 UTC+8, one point a day, soon after it; days without a server are caught up one by one. Each account
 * is handled by itself, so that one that fails keeps no other waiting, and a poll with nothing due reads one index entry.
 */
export function startAccountValueJobs(app: AppContext, valuations: readonly AssetValuationReader[]): () => Promise<void> {
  return startRepeatingJob('account values', pollIntervalMs, () => storeDueAccountValues(app, valuations)).stop
}

/** Every point that is due now. */
export async function storeDueAccountValues(app: AppContext, valuations: readonly AssetValuationReader[]): Promise<void> {
  const today = serverDayAt(app.clock.now() - settleMs)
  for (let behind: DueAccountValue | undefined; ; ) {
    const due = await dueAccountValues(app.db, today, behind, batchSize)
    for (const account of due) {
      try {
        await storeDays(app, valuations, account, today)
      } catch (error) {
        log.error(`the value of account ${account.userId}/${account.accountType} could not be stored`, error)
      }
    }
    behind = due.at(-1)
    if (!behind) return
  }
}

/** One account's points up to today, each in a transaction of its own. */
async function storeDays(
  app: AppContext,
  valuations: readonly AssetValuationReader[],
  account: DueAccountValue,
  today: string,
): Promise<void> {
  for (let due: DueAccountValue | undefined = account; due && due.day <= today; ) due = await storeNext(app, valuations, due, today)
}

/** Stores one point and gives the next; undefined where another server is at it. */
const storeNext = (
  app: AppContext,
  valuations: readonly AssetValuationReader[],
  due: DueAccountValue,
  today: string,
): Promise<DueAccountValue | undefined> =>
  app.db.transaction(async (sql) => {
    if (!(await tryLockDueAccountValue(sql, due))) return undefined
    // Not looked at yet: an account that begins today has no value before tomorrow, an older one begins with today's.
    const next = due.day < firstDay ? await beginOf(app, due, today) : due.day
    if (next <= today)
      await insertAccountValue(
        sql,
        { ...due, day: next },
        await accountNetValueAtDayStart(app, valuations, sql, due, startOfServerDay(next)),
        app.clock.now(),
      )
    const after = { ...due, day: next <= today ? addServerDays(next, 1) : next }
    await setNextAccountValueDay(sql, due, after.day)
    return after
  })

/** Before any day on which something was booked. */
const firstDay = '1970-01-01'

async function beginOf(app: AppContext, due: DueAccountValue, today: string): Promise<string> {
  const first = await readFirstPostingDayNumber(app.db, due)
  if (first === undefined) return addServerDays(today, 1)
  const began = addServerDays(firstDay, first)
  return began < today ? today : addServerDays(began, 1)
}
