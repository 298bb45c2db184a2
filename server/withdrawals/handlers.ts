import * as z from 'zod/mini'
import { factorUsableFrom } from '#account/factorAge.ts'
import { addressHoldOf } from '#account/holds.ts'
import { requireStepUp } from '#account/stepUp.ts'
import { Withdrawal, type WithdrawAsk, type WithdrawPreview, youngDayUsdt } from '#contract/calls/withdrawals.ts'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { Asking, Handlers } from '../http/handlers.ts'
import { signingKey } from '../signedText.ts'
import { accountsOf, toAccount } from './accountStore.ts'
import { applyFor } from './apply.ts'
import { addAccount, dropAccount, editAccount, skipWait } from './book.ts'
import { cancelOwn, lockBoth } from './end.ts'
import { guardOf, setGuard } from './guard.ts'
import { dailyLimitOf, leftOf, resetAtOf, usedToday } from './limit.ts'
import { makePreview } from './preview.ts'
import { canStop, toWithdrawals } from './shown.ts'
import { keptStats } from './stats.ts'
import { type WithdrawalRow, withdrawalOf, withdrawalsPage } from './store.ts'

/** The signing key, read once. */
function keyOf() {
  let key: Buffer | undefined
  return async (sql: Sql) => (key ??= await signingKey(sql))
}

/** Money that leaves, and where it may go (product §1.3, §1.7, §2.13). */
export function withdrawalsHandlers(house: House): Handlers<'withdrawals'> {
  const ourKey = keyOf()
  const stats = keptStats(house)
  return {
    withdrawals: async ({ pageNo, pageSize, status, currency }, { sql, visitor, lang }) => {
      const { rows, total } = await withdrawalsPage(sql, {
        userId: visitor.userId,
        statuses: status?.map(statusNumber),
        currency,
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      const records = await toWithdrawals(sql, rows, lang)
      return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
    withdrawal: async ({ id }, { sql, visitor, lang }) => {
      const row = await withdrawalOf(sql, id, visitor.userId)
      if (!row) throw new Refusal('notFound')
      return one(sql, row, lang)
    },
    allowance: (_, asking) => allowanceOf(house, asking),
    apply: async (wish, asking) => applyFor(house, await ourKey(asking.sql), wish, asking),
    cancel: async ({ id }, asking) => {
      const { sql, visitor, lang, afterCommit } = asking
      const own = await withdrawalOf(sql, id, visitor.userId)
      const row = own && (await lockBoth(sql, id, visitor.userId))
      if (!row) throw new Refusal('notFound')
      // What it became meanwhile is part of the answer.
      if (!canStop(row)) throw new Refusal('notCancellable', z.encode(Withdrawal, await one(sql, row, lang)))
      return one(sql, await cancelOwn({ house, sql, now: house.clock.now(), afterCommit }, row), lang)
    },
    accounts: async (_, { sql, visitor }) => {
      const now = house.clock.now()
      return (await accountsOf(sql, visitor.userId)).map((row) => toAccount(row, now))
    },
    addAccount: (asked, asking) => addAccount(house, asked, asking),
    editAccount: (asked, asking) => editAccount(house, asked, asking),
    removeAccount: (asked, asking) => dropAccount(house, asked, asking),
    skipWait: (asked, asking) => skipWait(house, asked, asking),
    whitelistOnly: async (asked, { sql, visitor }) => {
      const now = house.clock.now()
      await requireStepUp(sql, visitor, asked, house, now)
      const { whitelistOnly, offAt } = await setGuard(sql, visitor.userId, asked.on, now)
      return { whitelistOnly: whitelistOnly ? 1 : 0, whitelistOffAt: offAt }
    },
    withdrawalStats: stats,
  }
}

/** What the one preview of all actions asks this room (product §1.11). */
export function withdrawPreview(house: House): (ask: WithdrawAsk, asking: Asking) => Promise<WithdrawPreview> {
  const ourKey = keyOf()
  return async (ask, asking) => makePreview(house, await ourKey(asking.sql), ask, asking)
}

async function one(sql: Sql, row: WithdrawalRow, lang: Asking['lang']): Promise<Withdrawal> {
  const [shown] = await toWithdrawals(sql, [row], lang)
  return shown as Withdrawal
}

async function allowanceOf({ clock }: House, { sql, visitor }: Asking) {
  const now = clock.now()
  const day = dailyLimitOf(visitor)
  const { all, young } = await usedToday(sql, visitor.userId, now)
  const { whitelistOnly, offAt } = await guardOf(sql, visitor.userId, now)
  return {
    dayUsdt: day,
    usedUsdt: all,
    leftUsdt: leftOf(day, all),
    youngLeftUsdt: leftOf(asDecimal(youngDayUsdt), young),
    resetAt: resetAtOf(now),
    whitelistOnly: whitelistOnly ? 1 : 0,
    whitelistOffAt: offAt,
    factorUsableFrom: await factorUsableFrom(sql, visitor.userId),
    hold: (await addressHoldOf(sql, visitor.userId, now)) ?? null,
  }
}

function statusNumber(text: string): number {
  if (!['0', '2', '-1', '-2', '-3'].includes(text)) throw new Refusal('validation', { field: 'status', rule: '0, 2, -1, -2 or -3' })
  return Number(text)
}
