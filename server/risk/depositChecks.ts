import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Instant, instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, truncate } from '#rules/decimal.ts'
import { readActiveTradingBreaks, type TradingBreak } from './breaks.ts'
import { remainingOwnDepositLimitUsdt } from './ownLimits.ts'

/** The longest break from everything that this person is in; undefined outside of one. */
const breakFromAll = async (sql: Sql, userId: string, now: Instant): Promise<TradingBreak | undefined> =>
  (await readActiveTradingBreaks(sql, userId, now)).find(({ scope }) => scope === 'all')

/** Whether nothing new is given to this person for bringing money in: neither address nor reference (docs/rules/protection.md). */
export const isDepositBlockedByBreak = async (sql: Sql, userId: string, now: Instant): Promise<boolean> =>
  (await breakFromAll(sql, userId, now)) !== undefined

/** Refuses selfExcluded {until} during a break from everything: then this person brings no money in (docs/rules/protection.md). */
export async function refuseDepositDuringBreak(sql: Sql, userId: string, now: Instant): Promise<void> {
  const longest = await breakFromAll(sql, userId, now)
  if (longest) throw new Refusal('selfExcluded', { until: instantToWireTime(longest.until) })
}

/** Refuses ownLimit {left} when this is more than the person's own deposit limits leave, or nobody can say how much it is. */
export async function refuseDepositOverLimit(sql: Sql, userId: string, valueUsdt: Decimal | undefined, now: Instant): Promise<void> {
  const left = await remainingOwnDepositLimitUsdt(sql, userId, now)
  if (left === undefined) return
  if (valueUsdt === undefined || compareDecimals(valueUsdt, left) > 0) throw new Refusal('ownLimit', { left: truncate(left, 2) })
}
