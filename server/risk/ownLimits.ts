import { type OwnLimitKind, ownLimitKinds, type OwnLimit, defaultSessionReminderMinutes } from '#contract/calls/limits.ts'
import { accountTypes, realSecondContractLimits } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, isNegative, negate, q8, smallerDecimal, subtract, truncate, zero } from '#rules/decimal.ts'
import { depositedSince } from './depositTotals.ts'
import { type CalendarPeriod, startOfPeriod } from './periods.ts'
import { type TradingResults, riskLimitSumsSince } from './results.ts'

/** A looser limit waits this long, and then for a second confirmation (docs/rules/protection.md). */
const waitMs = 24 * 3_600_000

interface LimitRow {
  kind: OwnLimitKind
  value: Decimal | null
  asked_value: Decimal | null
  asked_ms: string | null
}

/** What counts for somebody who has said nothing. */
const defaults: Partial<Record<OwnLimitKind, Decimal>> = {
  stakeSecond: asDecimal(realSecondContractLimits.stakeDayUsdt),
  sessionMinutes: asDecimal(String(defaultSessionReminderMinutes)),
}

const depositPeriods: Partial<Record<OwnLimitKind, CalendarPeriod>> = { depositDay: 'day', depositWeek: 'week', depositMonth: 'month' }
const lossPeriods: Partial<Record<OwnLimitKind, CalendarPeriod>> = { lossDay: 'day', lossWeek: 'week', lossMonth: 'month' }

const rowsOf = async (sql: Sql, userId: string): Promise<Map<OwnLimitKind, LimitRow>> => {
  const rows = await sql.query<LimitRow>('select kind, value, asked_value, asked_ms from own_limit where user_id = $1', [userId])
  return new Map(rows.map((row) => [row.kind, row]))
}

const valueOf = (rows: Map<OwnLimitKind, LimitRow>, kind: OwnLimitKind): Decimal | null => {
  const row = rows.get(kind)
  return row ? row.value : (defaults[kind] ?? null)
}

/** All limits of a person, with what is used of them. */
export async function ownLimits(sql: Sql, userId: string, nowMs: number): Promise<OwnLimit[]> {
  const rows = await rowsOf(sql, userId)
  const [day, week, month] = await Promise.all(
    (['day', 'week', 'month'] as const).map((period) => riskLimitSumsSince(sql, userId, accountTypes.real, startOfPeriod(period, nowMs))),
  )
  const used: Partial<Record<OwnLimitKind, Decimal>> = {
    ...(await depositedBy(sql, userId, nowMs)),
    lossDay: lossOf(day),
    lossWeek: lossOf(week),
    lossMonth: lossOf(month),
    stakeSecond: day?.secondStaked ?? zero,
  }
  return ownLimitKinds.map((kind) => {
    const row = rows.get(kind)
    const value = valueOf(rows, kind)
    return {
      kind,
      value: value && plain(value),
      used: used[kind] ?? null,
      asked: row?.asked_ms ? { value: row.asked_value && plain(row.asked_value), from: asInstant(Number(row.asked_ms)) } : null,
    }
  })
}

async function depositedBy(sql: Sql, userId: string, nowMs: number): Promise<Partial<Record<OwnLimitKind, Decimal>>> {
  const used: Partial<Record<OwnLimitKind, Decimal>> = {}
  for (const [kind, period] of Object.entries(depositPeriods) as [OwnLimitKind, CalendarPeriod][])
    used[kind] = await depositedSince(sql, userId, startOfPeriod(period, nowMs))
  return used
}

/** What a person's own limits leave to bring in now, in USDT; undefined without a limit. */
export async function depositAllowance(sql: Sql, userId: string, nowMs: number): Promise<Decimal | undefined> {
  const rows = await rowsOf(sql, userId)
  const used = await depositedBy(sql, userId, nowMs)
  let least: Decimal | undefined
  for (const kind of Object.keys(depositPeriods) as OwnLimitKind[]) {
    const value = valueOf(rows, kind)
    if (value === null) continue
    const left = subtract(value, used[kind] ?? zero)
    least = least === undefined ? left : smallerDecimal(least, left)
  }
  return least && (isNegative(least) ? zero : least)
}

const lossOf = (results: TradingResults | undefined): Decimal => q8(results && isNegative(results.net) ? negate(results.net) : zero)
const plain = (value: Decimal): Decimal => truncate(value, 2)

/** A loss limit that is set, and how much of it is left. */
export interface LossAllowance {
  kind: OwnLimitKind
  value: Decimal
  used: Decimal
}

/** The loss limits that are set, with what is used of each. */
export async function readLossLimits(sql: Sql, userId: string, nowMs: number): Promise<LossAllowance[]> {
  const rows = await rowsOf(sql, userId)
  const found: LossAllowance[] = []
  for (const [kind, period] of Object.entries(lossPeriods) as [OwnLimitKind, CalendarPeriod][]) {
    const value = valueOf(rows, kind)
    if (value === null) continue
    found.push({ kind, value, used: lossOf(await riskLimitSumsSince(sql, userId, accountTypes.real, startOfPeriod(period, nowMs))) })
  }
  return found
}

/** Whether somebody set any limit that counts now. */
export const hasOwnLimit = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql.query('select from own_limit where user_id = $1 and value is not null limit 1', [userId])).length > 0

/** What may be staked on second contracts in a day with real money. */
export const secondStakeLimit = async (sql: Sql, userId: string): Promise<Decimal> =>
  valueOf(await rowsOf(sql, userId), 'stakeSecond') ?? asDecimal(realSecondContractLimits.stakeDayUsdt)

/**
 * Sets one limit; null is none. Stricter counts at once. Looser is only asked for; the same ask after 24 h is the second confirmation.
 * Setting what counts already takes a looser ask back. Refuses aboveMax where the house itself allows no more.
 */
export async function setOwnLimit(sql: Sql, userId: string, kind: OwnLimitKind, wanted: Decimal | null, nowMs: number): Promise<void> {
  const most = kind === 'stakeSecond' ? realSecondContractLimits.stakeDayUsdt : undefined
  if (most !== undefined && wanted !== null && compareDecimals(wanted, most) > 0) throw new Refusal('aboveMax', { max: `${most} USDT` })
  const next = wanted ?? defaults[kind] ?? null
  // Two that set the same limit at once take turns.
  await sql.query('insert into own_limit (user_id, kind, value) values ($1, $2, $3) on conflict do nothing', [
    userId,
    kind,
    defaults[kind] ?? null,
  ])
  const [row] = await sql.query<LimitRow>(
    'select kind, value, asked_value, asked_ms from own_limit where user_id = $1 and kind = $2 for update',
    [userId, kind],
  )
  if (!row) throw new Error('the row was just written')
  const isWaiting = row.asked_ms !== null && same(row.asked_value, next)
  const isDue = isWaiting && Number(row.asked_ms) <= nowMs
  if (!isLooser(next, row.value) || isDue) await write(sql, userId, kind, { value: next, requested: null, requestedMs: null })
  else if (!isWaiting) await write(sql, userId, kind, { value: row.value, requested: next, requestedMs: nowMs + waitMs })
}

const same = (a: Decimal | null, b: Decimal | null): boolean => (a === null || b === null ? a === b : compareDecimals(a, b) === 0)
const isLooser = (next: Decimal | null, now: Decimal | null): boolean => now !== null && (next === null || compareDecimals(next, now) > 0)

const write = (
  sql: Sql,
  userId: string,
  kind: OwnLimitKind,
  { value, requested, requestedMs }: { value: Decimal | null; requested: Decimal | null; requestedMs: number | null },
): Promise<unknown> =>
  sql.query('update own_limit set value = $3, asked_value = $4, asked_ms = $5 where user_id = $1 and kind = $2', [
    userId,
    kind,
    value,
    requested,
    requestedMs,
  ])
