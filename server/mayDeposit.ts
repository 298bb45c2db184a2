import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { compare, truncate } from '#rules/decimal.ts'
import { breaksOf } from './limits/breaks.ts'
import { depositLeft } from './limits/ownLimits.ts'

/** Whether this person may bring money in: refuses selfExcluded {until} during a break from everything (product §3.7). */
export async function refuseOnBreak(sql: Sql, userId: string, now: Instant): Promise<void> {
  const [longest] = (await breaksOf(sql, userId, now)).filter(({ scope }) => scope === 'all')
  if (longest) throw new Refusal('selfExcluded', { until: longest.until })
}

/** Refuses ownLimit {left} when this is more than the person's own deposit limits leave. */
export async function refuseOverLimit(sql: Sql, userId: string, valueUsdt: Decimal, now: Instant): Promise<void> {
  const left = await depositLeft(sql, userId, now)
  if (left !== undefined && compare(valueUsdt, left) > 0) throw new Refusal('ownLimit', { left: truncate(left, 2) })
}
