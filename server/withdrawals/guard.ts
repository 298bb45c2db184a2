import { newAddressHoldHours } from '#contract/calls/withdrawals.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

const waitMs = newAddressHoldHours * 3_600_000

/** Whether money goes only to addresses that are no longer new, and from when any saved one will do. */
export interface AddressWhitelistSetting {
  whitelistOnly: boolean
  offAt: Instant | null
}

export async function readAddressWhitelistSetting(sql: Sql, userId: string, nowMs: number): Promise<AddressWhitelistSetting> {
  const [row] = await sql.query<{ whitelist_only: boolean; off_ms: string | null }>(
    'select whitelist_only, off_ms from withdrawal_guard where user_id = $1',
    [userId],
  )
  if (!row?.whitelist_only || (row.off_ms !== null && Number(row.off_ms) <= nowMs)) return { whitelistOnly: false, offAt: null }
  return { whitelistOnly: true, offAt: row.off_ms === null ? null : asInstant(Number(row.off_ms)) }
}

/** On counts at once; off after a day, and asking again does not make it longer (docs/rules/deposits-and-withdrawals.md). */
export async function setAddressWhitelistEnabled(sql: Sql, userId: string, on: boolean, nowMs: number): Promise<AddressWhitelistSetting> {
  if (on) {
    await sql.query(
      `insert into withdrawal_guard (user_id, whitelist_only) values ($1, true)
       on conflict (user_id) do update set whitelist_only = true, off_ms = null`,
      [userId],
    )
  } else {
    await sql.query('update withdrawal_guard set off_ms = coalesce(off_ms, $2) where user_id = $1 and whitelist_only', [
      userId,
      nowMs + waitMs,
    ])
  }
  return readAddressWhitelistSetting(sql, userId, nowMs)
}
