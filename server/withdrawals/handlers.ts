import * as z from 'zod/mini'
import { readNewAddressConfirmableFrom } from '#account/secondFactor/factorAge.ts'
import { readAddressHold } from '#account/holds.ts'
import { requireStepUp } from '#account/secondFactor/stepUp.ts'
import { Withdrawal, type WithdrawalPreviewRequest, type WithdrawalPreview, newAddressDailyLimitUsdt } from '#contract/calls/withdrawals.ts'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext, CallHandlers } from '../core/handlers.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { readWithdrawalAccounts, toWithdrawalAccount } from './accountStore.ts'
import { submitWithdrawal } from './apply.ts'
import { addWithdrawalAccount, removeWithdrawalAccount, editWithdrawalAccount, skipWithdrawalAddressWait } from './addressBook.ts'
import { cancelWithdrawal, lockWalletAndWithdrawal } from './end.ts'
import { readAddressWhitelistSetting, setAddressWhitelistEnabled } from './guard.ts'
import { dailyWithdrawalLimitUsdtOf, remainingDailyWithdrawal, dailyWithdrawalLimitResetAt, readWithdrawnTodayUsdt } from './limit.ts'
import { previewWithdrawal } from './preview.ts'
import { isWithdrawalCancellable, toWithdrawals } from './serialize.ts'
import { createWithdrawalStatsCache } from './stats.ts'
import { type WithdrawalRow, ownWithdrawal, withdrawalsPage } from './store.ts'

/** The signing key, read once. */
function keyOf() {
  let key: Buffer | undefined
  return async (sql: Sql) => (key ??= await readClaimsTokenKey(sql))
}

/** Money that leaves, and where it may go (docs/rules/deposits-and-withdrawals.md). */
export function withdrawalsHandlers(app: AppContext): CallHandlers<'withdrawals'> {
  const ourKey = keyOf()
  const stats = createWithdrawalStatsCache(app)
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
      const row = await ownWithdrawal(sql, id, visitor.userId)
      if (!row) throw new Refusal('notFound')
      return toWithdrawal(sql, row, lang)
    },
    allowance: (_, context) => allowanceOf(app, context),
    apply: async (request, context) => submitWithdrawal(app, await ourKey(context.sql), request, context),
    cancel: async ({ id }, context) => {
      const { sql, visitor, lang, afterCommit } = context
      const own = await ownWithdrawal(sql, id, visitor.userId)
      const row = own && (await lockWalletAndWithdrawal(sql, id, visitor.userId))
      if (!row) throw new Refusal('notFound')
      // What it became meanwhile is part of the answer.
      if (!isWithdrawalCancellable(row)) throw new Refusal('notCancellable', z.encode(Withdrawal, await toWithdrawal(sql, row, lang)))
      return toWithdrawal(sql, await cancelWithdrawal({ app, sql, now: app.clock.now(), afterCommit }, row), lang)
    },
    accounts: async (_, { sql, visitor }) => {
      const now = app.clock.now()
      return (await readWithdrawalAccounts(sql, visitor.userId)).map((row) => toWithdrawalAccount(row, now))
    },
    addAccount: (input, context) => addWithdrawalAccount(app, input, context),
    editAccount: (input, context) => editWithdrawalAccount(app, input, context),
    removeAccount: (input, context) => removeWithdrawalAccount(app, input, context),
    skipWait: (input, context) => skipWithdrawalAddressWait(app, input, context),
    whitelistOnly: async (input, { sql, visitor }) => {
      const now = app.clock.now()
      await requireStepUp(sql, visitor, input, app, now)
      const { whitelistOnly, offAt } = await setAddressWhitelistEnabled(sql, visitor.userId, input.on, now)
      return { whitelistOnly: whitelistOnly ? 1 : 0, whitelistOffAt: offAt }
    },
    withdrawalStats: stats,
  }
}

/** What the one preview of all actions asks this room (docs/rules/wire.md). */
export function createWithdrawalPreviewHandler(
  app: AppContext,
): (ask: WithdrawalPreviewRequest, context: RequestContext) => Promise<WithdrawalPreview> {
  const ourKey = keyOf()
  return async (ask, context) => previewWithdrawal(app, await ourKey(context.sql), ask, context)
}

async function toWithdrawal(sql: Sql, row: WithdrawalRow, lang: RequestContext['lang']): Promise<Withdrawal> {
  const [withdrawal] = await toWithdrawals(sql, [row], lang)
  return withdrawal as Withdrawal
}

async function allowanceOf({ clock }: AppContext, { sql, visitor }: RequestContext) {
  const now = clock.now()
  const day = dailyWithdrawalLimitUsdtOf(visitor)
  const { all, young } = await readWithdrawnTodayUsdt(sql, visitor.userId, now)
  const { whitelistOnly, offAt } = await readAddressWhitelistSetting(sql, visitor.userId, now)
  return {
    dayUsdt: day,
    usedUsdt: all,
    leftUsdt: remainingDailyWithdrawal(day, all),
    youngLeftUsdt: remainingDailyWithdrawal(asDecimal(newAddressDailyLimitUsdt), young),
    resetAt: dailyWithdrawalLimitResetAt(now),
    whitelistOnly: whitelistOnly ? 1 : 0,
    whitelistOffAt: offAt,
    factorUsableFrom: await readNewAddressConfirmableFrom(sql, visitor.userId),
    hold: (await readAddressHold(sql, visitor.userId, now)) ?? null,
  }
}

function statusNumber(text: string): number {
  if (!['0', '2', '-1', '-2', '-3'].includes(text)) throw new Refusal('validation', { field: 'status', rule: '0, 2, -1, -2 or -3' })
  return Number(text)
}
