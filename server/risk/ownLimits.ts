import { type OwnLimitKind, ownLimitKinds, type OwnLimit, defaultSessionReminderMinutes } from '#contract/calls/limits.ts'
import { accountTypes, realSecondContractLimits } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, isNegative, negate, q8, smallerDecimal, subtract, truncate, zero } from '#rules/decimal.ts'
import { depositedUsdtSince } from './depositTotals.ts'
import { type CalendarPeriod, startOfPeriod } from './periods.ts'
import { type TradingResults, readTradingResultsSince } from './results.ts'

/** A looser limit waits this long, and then for a second confirmation (docs/rules/protection.md). */
const waitMs = 24 * 3_600_000

interface LimitRow {
  kind: OwnLimitKind
  /** What the person set; null where they set none, so that the default counts. */
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

const valueOf = (rows: Map<OwnLimitKind, LimitRow>, kind: OwnLimitKind): Decimal | null => rows.get(kind)?.value ?? defaults[kind] ?? null

/** All limits of a person, with what is used of them. */
export async function readOwnLimits(sql: Sql, userId: string, nowMs: number): Promise<OwnLimit[]> {
  const rows = await rowsOf(sql, userId)
  const [day, week, month] = await Promise.all(
    (['day', 'week', 'month'] as const).map((period) =>
      readTradingResultsSince(sql, userId, accountTypes.real, startOfPeriod(period, nowMs)),
    ),
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
    used[kind] = await depositedUsdtSince(sql, userId, startOfPeriod(period, nowMs))
  return used
}

/** What a person's own limits leave to bring in now, in USDT; undefined without a limit. */
export async function remainingOwnDepositLimitUsdt(sql: Sql, userId: string, nowMs: number): Promise<Decimal | undefined> {
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

/** A loss limit that is set, and how much of it is used. */
export interface LossLimitUsage {
  kind: OwnLimitKind
  value: Decimal
  used: Decimal
}

/** The loss limits that are set, with what is used of each. */
export async function readLossLimitUsages(sql: Sql, userId: string, nowMs: number): Promise<LossLimitUsage[]> {
  const rows = await rowsOf(sql, userId)
  const found: LossLimitUsage[] = []
  for (const [kind, period] of Object.entries(lossPeriods) as [OwnLimitKind, CalendarPeriod][]) {
    const value = valueOf(rows, kind)
    if (value === null) continue
    found.push({ kind, value, used: lossOf(await readTradingResultsSince(sql, userId, accountTypes.real, startOfPeriod(period, nowMs))) })
  }
  return found
}

/** Whether somebody set any limit that counts now; one that is only asked for is none. */
export const hasOwnLimit = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql.query('select from own_limit where user_id = $1 and value is not null limit 1', [userId])).length > 0

/** What may be staked on second contracts in a day with real money. */
export const readSecondContractDailyStakeLimit = async (sql: Sql, userId: string): Promise<Decimal> =>
  valueOf(await rowsOf(sql, userId), 'stakeSecond') ?? asDecimal(realSecondContractLimits.stakeDayUsdt)

/** One change of a person's limits after the other, also where there is no row yet: the second sees what the first left. */
const lockOwnLimits = (sql: Sql, userId: string): Promise<unknown> =>
  sql.query('select pg_advisory_xact_lock(1016, hashint8($1::bigint))', [userId])

/**
 * Sets one limit; null is none. Stricter counts at once. Looser is only asked for; the same ask after 24 h is the second confirmation.
 * Setting what counts already takes a looser ask back, and sets nothing. Refuses aboveMax where the house itself allows no more.
 */
export async function setOwnLimit(sql: Sql, userId: string, kind: OwnLimitKind, wanted: Decimal | null, nowMs: number): Promise<void> {
  const most = kind === 'stakeSecond' ? realSecondContractLimits.stakeDayUsdt : undefined
  if (most !== undefined && wanted !== null && compareDecimals(wanted, most) > 0) throw new Refusal('aboveMax', { max: `${most} USDT` })
  await lockOwnLimits(sql, userId)
  const rows = await rowsOf(sql, userId)
  const [row, now, next] = [rows.get(kind), valueOf(rows, kind), wanted ?? defaults[kind] ?? null]
  const stored = row?.value ?? null
  if (same(next, now)) {
    if (row?.asked_ms) await write(sql, userId, kind, { value: stored, requested: null, requestedMs: null })
    return
  }
  const isWaiting = row !== undefined && row.asked_ms !== null && same(row.asked_value, next)
  const isDue = isWaiting && Number(row.asked_ms) <= nowMs
  if (!isLooser(next, now) || isDue) await write(sql, userId, kind, { value: wanted, requested: null, requestedMs: null })
  else if (!isWaiting) await write(sql, userId, kind, { value: stored, requested: next, requestedMs: nowMs + waitMs })
}

const same = (a: Decimal | null, b: Decimal | null): boolean => (a === null || b === null ? a === b : compareDecimals(a, b) === 0)
const isLooser = (next: Decimal | null, now: Decimal | null): boolean => now !== null && (next === null || compareDecimals(next, now) > 0)

const write = (
  sql: Sql,
  userId: string,
  kind: OwnLimitKind,
  { value, requested, requestedMs }: { value: Decimal | null; requested: Decimal | null; requestedMs: number | null },
): Promise<unknown> =>
  sql.query(
    `insert into own_limit (user_id, kind, value, asked_value, asked_ms) values ($1, $2, $3, $4, $5)
     on conflict (user_id, kind) do update set value = excluded.value, asked_value = excluded.asked_value, asked_ms = excluded.asked_ms`,
    [userId, kind, value, requested, requestedMs],
  )
