import type { Decimal } from '#contract/decimal.ts'
import type { BalanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType, UserBucket } from './ledger.ts'
import { countLedgerRecords, readLedgerRecordIdRangeOfDays } from './recordCounts.ts'
import type { LedgerRecordFilter } from './recordFilter.ts'

/** One line of a person's balance records (docs/rules/ledger.md). */
export interface LedgerRecord {
  id: string
  postingId: string
  book: AccountType
  currency: string
  bucket: UserBucket
  type: BalanceRecordType
  /** Signed. */
  amount: Decimal
  balanceBefore: Decimal
  balanceAfter: Decimal
  refType: string
  refId: string
  orderNo: string
  remark: string
  atMs: number
}

export interface LedgerRecordQuery extends LedgerRecordFilter {
  /** From 1. */
  pageNo: number
  pageSize: number
  /** Only records older than this one: what a long list pages by, because it costs the same at every depth. */
  beforeId?: string | undefined
}

/** A page of a person's records, newest first, and how many there are in all. Neither grows dearer with the number of records. */
export async function readLedgerRecordsPage(sql: Sql, query: LedgerRecordQuery): Promise<{ records: LedgerRecord[]; total: number }> {
  const { pageNo, pageSize, beforeId } = query
  const total = await countLedgerRecords(sql, query)
  if (total === 0) return { records: [], total }
  const { from, values } = await narrowed(sql, query, beforeId === undefined ? undefined : { condition: 'l.id < ?', value: beforeId })
  const skipped = beforeId === undefined ? (pageNo - 1) * pageSize : 0
  return { records: await newestOf(sql, from, values, { limit: pageSize, skipped, types: query.types }), total }
}

/** Records oldest first, a part at a time: what statements are written from. */
export async function readLedgerRecordsAfter(
  sql: Sql,
  filter: LedgerRecordFilter,
  afterId: string,
  limit: number,
): Promise<LedgerRecord[]> {
  const { from, values } = await narrowed(sql, filter, { condition: 'l.id > ?', value: afterId })
  const types = filter.types === undefined ? '' : ` and l.type = any($${values.push(filter.types)}::smallint[])`
  return read(sql, `select l.* from leg l where ${from}${types} order by l.id limit $${values.push(limit)}`, values, 'asc')
}

/** The filter as SQL without its types; times also as the ids between which they lie, so that no index is read from its end. */
async function narrowed(sql: Sql, filter: LedgerRecordFilter, extra: { condition: string; value: string } | undefined) {
  const values: unknown[] = [filter.userId, filter.book]
  const where = ['l.user_id = $1', 'l.book = $2']
  const only = (condition: string, value: unknown) => {
    if (value !== undefined) where.push(condition.replace('?', `$${values.push(value)}`))
  }
  only('l.currency = ?', filter.currency)
  if (filter.fromMs !== undefined || filter.toMs !== undefined) {
    const ids = await readLedgerRecordIdRangeOfDays(sql, filter)
    only('l.id >= ?', ids.first)
    only('l.id <= ?', ids.last)
    only('l.at_ms >= ?', filter.fromMs)
    only('l.at_ms <= ?', filter.toMs)
  }
  if (filter.ref) {
    const type = values.push(filter.ref.type)
    where.push(`l.posting_id in (select id from posting where ref_type = $${type} and ref_id = $${values.push(filter.ref.id)})`)
  }
  if (extra) only(extra.condition, extra.value)
  return { from: where.join(' and '), values }
}

/**
 * The newest by id. With types, the newest of each currency and type that the person has, each by its own index, and of those the newest:
 * a type that occurred ten times among a million records is found without reading the million.
 */
async function newestOf(
  sql: Sql,
  from: string,
  values: unknown[],
  { limit, skipped, types }: { limit: number; skipped: number; types: readonly number[] | undefined },
): Promise<LedgerRecord[]> {
  const most = `$${values.push(limit)}::int`
  const past = `$${values.push(skipped)}::int`
  const last = `order by id desc limit ${most} offset ${past}`
  if (types === undefined) return read(sql, `select l.* from leg l where ${from} ${last}`, values, 'desc')
  const ofEach = `select l.* from leg l where ${from} and l.currency = k.currency and l.type = k.type order by l.id desc limit ${most} + ${past}`
  const kinds = `select currency, type from leg_total where user_id = $1 and book = $2 and type = any($${values.push(types)}::smallint[])`
  return read(sql, `select l.* from (${kinds}) k cross join lateral (${ofEach}) l ${last}`, values, 'desc')
}

async function read(sql: Sql, legs: string, values: readonly unknown[], order: 'asc' | 'desc'): Promise<LedgerRecord[]> {
  const rows = await sql.query<Omit<LedgerRecord, 'atMs'> & { atMs: string }>(
    `select l.id, l.posting_id as "postingId", l.book, l.currency, l.bucket, l.type, l.amount,
       l.balance_before as "balanceBefore", l.balance_after as "balanceAfter", l.at_ms as "atMs",
       p.ref_type as "refType", p.ref_id as "refId", p.order_no as "orderNo", p.remark
     from (${legs}) l join posting p on p.id = l.posting_id order by l.id ${order}`,
    [...values],
  )
  return rows.map((row) => ({ ...row, atMs: Number(row.atMs) }))
}
