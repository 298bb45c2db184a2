import { startOfServerDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { LedgerRecordFilter } from './recordFilter.ts'

const dayMs = 86_400_000

/** The number of a server day, as the ledger counts them: 0 is 1970-01-01 at UTC+8. */
export const ledgerDayNumber = (atMs: number): number => Math.floor((atMs + 8 * 3_600_000) / dayMs)

const isWholeFrom = (fromMs: number): boolean => startOfServerDayAt(fromMs) === fromMs
const isWholeTo = (toMs: number): boolean => startOfServerDayAt(toMs + 1) === toMs + 1

/** How many records fit, exactly: whole days from the counters, at most the two days at the ends from the records themselves. */
export async function countLedgerRecords(sql: Sql, filter: LedgerRecordFilter): Promise<number> {
  if (filter.ref) return counted(sql, filter, 'leg', refRows(filter))
  const { fromMs, toMs } = filter
  if (fromMs === undefined && toMs === undefined) return counted(sql, filter, 'leg_total')
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) return 0
  const firstDay = fromMs === undefined ? undefined : ledgerDayNumber(fromMs)
  const lastDay = toMs === undefined ? undefined : ledgerDayNumber(toMs)
  const cutFrom = fromMs !== undefined && !isWholeFrom(fromMs)
  const cutTo = toMs !== undefined && !isWholeTo(toMs)
  if (firstDay !== undefined && firstDay === lastDay && (cutFrom || cutTo)) return partOfDay(sql, filter, firstDay)
  const whole = await counted(sql, filter, 'leg_day', {
    ...(firstDay !== undefined && { 'day >= ?': firstDay + (cutFrom ? 1 : 0) }),
    ...(lastDay !== undefined && { 'day <= ?': lastDay - (cutTo ? 1 : 0) }),
  })
  const atStart = cutFrom && firstDay !== undefined ? await partOfDay(sql, filter, firstDay) : 0
  const atEnd = cutTo && lastDay !== undefined ? await partOfDay(sql, filter, lastDay) : 0
  return whole + atStart + atEnd
}

/**
 * The ids of an account's first and last record on the server days that a time touches; without `fromMs` or `toMs` it is open on that side.
 * '1' and '0' where there are none: no id lies between them.
 */
export async function readLedgerRecordIdRangeOfDays(
  sql: Sql,
  { userId, book, fromMs, toMs }: LedgerRecordFilter,
): Promise<{ first: string; last: string }> {
  const [row] = await sql.query<{ first: string | null; last: string | null }>(
    `select min(first_id) as first, max(last_id) as last from leg_day
     where user_id = $1 and book = $2 and day between $3::int and $4::int`,
    [userId, book, fromMs === undefined ? -2147483648 : ledgerDayNumber(fromMs), toMs === undefined ? 2147483647 : ledgerDayNumber(toMs)],
  )
  return { first: row?.first ?? '1', last: row?.last ?? '0' }
}

async function partOfDay(sql: Sql, filter: LedgerRecordFilter, day: number): Promise<number> {
  const dayStartMs = day * dayMs - 8 * 3_600_000
  const fromMs = Math.max(filter.fromMs ?? 0, dayStartMs)
  const toMs = Math.min(filter.toMs ?? Number.MAX_SAFE_INTEGER, dayStartMs + dayMs - 1)
  const { first, last } = await readLedgerRecordIdRangeOfDays(sql, { ...filter, fromMs, toMs })
  return counted(sql, filter, 'leg', { 'id >= ?': first, 'id <= ?': last, 'at_ms >= ?': fromMs, 'at_ms <= ?': toMs })
}

const refRows = ({ ref, fromMs, toMs }: LedgerRecordFilter): Record<string, unknown> => ({
  'posting_id in (select id from posting where ref_type = ?': ref?.type,
  'ref_id = ?)': ref?.id,
  ...(fromMs !== undefined && { 'at_ms >= ?': fromMs }),
  ...(toMs !== undefined && { 'at_ms <= ?': toMs }),
})

/** Records that fit, counted in the records themselves or summed from one of the counters. */
async function counted(
  sql: Sql,
  { userId, book, currency, types }: LedgerRecordFilter,
  table: 'leg' | 'leg_day' | 'leg_total',
  filters: Record<string, unknown> = {},
): Promise<number> {
  const values: unknown[] = [userId, book]
  const where = ['user_id = $1', 'book = $2']
  const conditions = { ...(currency !== undefined && { 'currency = ?': currency }), ...filters }
  for (const [condition, value] of Object.entries(conditions)) where.push(condition.replace('?', `$${values.push(value)}`))
  if (types !== undefined) where.push(`type = any($${values.push(types)}::smallint[])`)
  const total = table === 'leg' ? 'count(*)' : 'coalesce(sum(count), 0)'
  const [row] = await sql.query<{ total: string }>(`select ${total} as total from ${table} where ${where.join(' and ')}`, values)
  return Number(row?.total ?? 0)
}
