import type { SignedInUser } from '../core/visitor.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant, startOfServerDayAt, instantToWireTime, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { levelSeedOf } from '#db/seed/levels.ts'
import { add, compareDecimals, isNegative, subtract, zero } from '#rules/decimal.ts'
import { newAddressDailyLimitUsdt } from '#contract/calls/withdrawals.ts'
import { basicDailyWithdrawalLimitUsdt } from '../terms/minimums.ts'

const dayMs = 86_400_000

/** What may leave in a day, in USDT (docs/rules/deposits-and-withdrawals.md); of somebody of the second level of verification, by their VIP level (docs/rules/seed-data.md). */
export function dailyWithdrawalLimitUsdtOf({ kycLevel, level = 0 }: Pick<SignedInUser, 'kycLevel' | 'level'>): Decimal {
  if (kycLevel === 0) return zero
  return kycLevel === 1 ? basicDailyWithdrawalLimitUsdt : levelSeedOf(level).withdrawDaily
}

export const dailyWithdrawalLimitResetAt = (now: number): Instant => asInstant(startOfServerDayAt(now) + dayMs)

export interface WithdrawnTodayUsdt {
  all: Decimal
  /** To addresses that were still new. */
  young: Decimal
}

/** What was asked for today and did not come back. Under lockWallet nothing can be added beside it. */
export async function readWithdrawnTodayUsdt(sql: Sql, userId: string, now: number): Promise<WithdrawnTodayUsdt> {
  const [row] = await sql.query<{ all: Decimal; young: Decimal }>(
    `select coalesce(sum(usdt_value), 0) as all, coalesce(sum(usdt_value) filter (where is_young), 0) as young
     from withdrawal where user_id = $1 and day = $2 and status in (0, 2)`,
    [userId, serverDayAt(now)],
  )
  return row ?? { all: zero, young: zero }
}

/** What is left of the day. */
export function remainingDailyWithdrawal(limit: Decimal, used: Decimal): Decimal {
  const left = subtract(limit, used)
  return isNegative(left) ? zero : left
}

/** Refuses dailyLimit {left, resetAt}. What has no price is in no limit: a reviewer looks at it. */
export function assertWithinDailyWithdrawalLimit(limit: Decimal, used: WithdrawnTodayUsdt, value: Decimal | undefined, now: number): void {
  if (value !== undefined && compareDecimals(add(used.all, value), limit) > 0)
    throw new Refusal('dailyLimit', {
      left: remainingDailyWithdrawal(limit, used.all),
      resetAt: instantToWireTime(dailyWithdrawalLimitResetAt(now)),
    })
}

/** Whether that much may still go to new addresses today: less than 1,000 USDT in all, and nothing that has no price. */
export const fitsNewAddressDailyLimit = (used: WithdrawnTodayUsdt, value: Decimal | undefined): boolean =>
  value !== undefined && compareDecimals(add(used.young, value), newAddressDailyLimitUsdt) < 0
