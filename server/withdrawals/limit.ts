import type { Visitor } from '#account/visitor.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant, startOfWireDay, toWire, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { levelRow } from '#db/seed/levels.ts'
import { add, compare, isNegative, subtract, zero } from '#rules/decimal.ts'
import { youngDayUsdt } from '#contract/calls/withdrawals.ts'

const dayMs = 86_400_000
/** Of somebody of the first level of verification. */
export const basicDayUsdt = asDecimal('5000')

/** What may leave in a day, in USDT (product §2.13); of somebody of the second level of verification, by their VIP level (§5.5). */
export function dailyLimitOf({ kycLevel, level = 0 }: Pick<Visitor, 'kycLevel' | 'level'>): Decimal {
  if (kycLevel === 0) return zero
  return kycLevel === 1 ? basicDayUsdt : levelRow(level).withdrawDaily
}

export const resetAtOf = (now: number): Instant => asInstant(startOfWireDay(now) + dayMs)

export interface UsedToday {
  all: Decimal
  /** To addresses that were still new. */
  young: Decimal
}

/** What was asked for today and did not come back. Under lockWallet nothing can be added beside it. */
export async function usedToday(sql: Sql, userId: string, now: number): Promise<UsedToday> {
  const [row] = await sql.query<{ all: Decimal; young: Decimal }>(
    `select coalesce(sum(usdt_value), 0) as all, coalesce(sum(usdt_value) filter (where is_young), 0) as young
     from withdrawal where user_id = $1 and day = $2 and status in (0, 2)`,
    [userId, wireDay(now)],
  )
  return row ?? { all: zero, young: zero }
}

/** What is left of the day. */
export function leftOf(limit: Decimal, used: Decimal): Decimal {
  const left = subtract(limit, used)
  return isNegative(left) ? zero : left
}

/** Refuses dailyLimit {left, resetAt}. */
export function refuseAboveDay(limit: Decimal, used: UsedToday, value: Decimal, now: number): void {
  if (compare(add(used.all, value), limit) > 0)
    throw new Refusal('dailyLimit', { left: leftOf(limit, used.all), resetAt: toWire(resetAtOf(now)) })
}

/** Whether that much may still go to new addresses today: less than 1,000 USDT in all. */
export const fitsYoungDay = (used: UsedToday, value: Decimal): boolean => compare(add(used.young, value), youngDayUsdt) < 0
