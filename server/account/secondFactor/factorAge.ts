import { newAddressHoldHours } from '#contract/calls/withdrawals.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { ProvenStepUp } from './stepUp.ts'

/** How long somebody must have had a factor before it confirms a new address: a thief who adds one gains nothing by it. */
const confirmsAfterMs = newAddressHoldHours * 3_600_000

/** Whether what was proven lets a new address be used at once: a second factor that the person had for more than 24 hours. */
export const canConfirmNewAddress = (proven: ProvenStepUp, nowMs: number): boolean =>
  proven.method !== 'safePassword' && nowMs - proven.sinceMs > confirmsAfterMs

/** From when the oldest second factor of a person does; null without one. */
export async function readNewAddressConfirmableFrom(sql: Sql, userId: string): Promise<Instant | null> {
  const [row] = await sql.query<{ since_ms: string | null }>(
    `select least((select bound_ms from authenticator where account_id = $1), (select min(created_ms) from passkey where account_id = $1)) as since_ms`,
    [userId],
  )
  return row?.since_ms ? asInstant(Number(row.since_ms) + confirmsAfterMs) : null
}
