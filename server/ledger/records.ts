import type { Decimal } from '#contract/decimal.ts'
import type { RecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { Book, UserBucket } from './ledger.ts'

/** One line of a person's balance records (product §1, call 47). */
export interface LedgerRecord {
  id: string
  postingId: string
  book: Book
  currency: string
  bucket: UserBucket
  type: RecordType
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

export interface RecordsAsked {
  userId: string
  book: Book
  currency?: string | undefined
  types?: readonly number[] | undefined
  /** Inclusive. */
  fromMs?: number | undefined
  /** Inclusive. */
  toMs?: number | undefined
  /** From 1. */
  pageNo: number
  pageSize: number
}

/** A page of a person's records, newest first, and how many there are in all. */
export async function recordsOf(sql: Sql, asked: RecordsAsked): Promise<{ records: LedgerRecord[]; total: number }> {
  const values: unknown[] = [asked.userId, asked.book]
  const where = ['l.user_id = $1', 'l.book = $2']
  const only = (condition: string, value: unknown) => {
    if (value !== undefined) where.push(`${condition.replace('?', `$${values.push(value)}`)}`)
  }
  only('l.currency = ?', asked.currency)
  only('l.type = any(?::smallint[])', asked.types)
  only('l.at_ms >= ?', asked.fromMs)
  only('l.at_ms <= ?', asked.toMs)
  const from = `from leg l where ${where.join(' and ')}`
  const count = await sql.query<{ total: string }>(`select count(*) as total ${from}`, values)
  const rows = await sql.query<Omit<LedgerRecord, 'atMs'> & { atMs: string }>(
    `select l.id, l.posting_id as "postingId", l.book, l.currency, l.bucket, l.type, l.amount,
       l.balance_before as "balanceBefore", l.balance_after as "balanceAfter", l.at_ms as "atMs",
       p.ref_type as "refType", p.ref_id as "refId", p.order_no as "orderNo", p.remark
     from (select l.* ${from} order by l.id desc limit $${values.length + 1} offset $${values.length + 2}) l
     join posting p on p.id = l.posting_id order by l.id desc`,
    [...values, asked.pageSize, (asked.pageNo - 1) * asked.pageSize],
  )
  return { records: rows.map((row) => ({ ...row, atMs: Number(row.atMs) })), total: Number(count[0]?.total ?? 0) }
}
