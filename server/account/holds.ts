import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { newRowId } from '../core/ids.ts'

/** Why new addresses wait. */
export type AddressHoldReason =
  | 'passwordChanged'
  | 'passwordReset'
  | 'safePasswordChanged'
  | 'authenticatorRemoved'
  | 'passkeyRemoved'
  | 'passkeyStepOff'
  | 'signInAdded'
  | 'signInRemoved'
  | 'signInDisowned'

const hourMs = 3_600_000

/** From now on, and for so many hours, money goes only to addresses that were known before (docs/rules/accounts.md). */
export async function holdNewAddresses(sql: Sql, userId: string, hours: number, reason: AddressHoldReason, now: Instant): Promise<void> {
  await sql.query('insert into address_hold (id, account_id, reason, created_ms, until_ms) values ($1, $2, $3, $4, $5)', [
    newRowId(now),
    userId,
    reason,
    now,
    now + hours * hourMs,
  ])
}

/** The hold that lasts longest, for securityHold {until, reason}; undefined when there is none. */
export async function readAddressHold(
  sql: Sql,
  userId: string,
  now: Instant,
): Promise<{ until: Instant; reason: AddressHoldReason } | undefined> {
  const [row] = await sql.query<{ until_ms: string; reason: AddressHoldReason }>(
    'select until_ms, reason from address_hold where account_id = $1 and until_ms > $2 order by until_ms desc limit 1',
    [userId, now],
  )
  return row && { until: asInstant(Number(row.until_ms)), reason: row.reason }
}

/** Of addresses that are new until then: until when they are, with every hold that begins meanwhile. It lasts for them to its end. */
export async function readCoolingEndsMsWithHolds(sql: Sql, userId: string, untilMs: readonly number[]): Promise<number[]> {
  const holds = await sql.query<{ created_ms: string; until_ms: string }>(
    'select created_ms, until_ms from address_hold where account_id = $1 and until_ms > $2 order by created_ms, id',
    [userId, Math.min(...untilMs)],
  )
  return untilMs.map((first) =>
    holds.reduce((until, hold) => (Number(hold.created_ms) < until ? Math.max(until, Number(hold.until_ms)) : until), first),
  )
}
