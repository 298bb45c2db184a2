import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { HoldingChargeRate } from '#rules/funding.ts'
import { positionWalletIdSql } from './store.ts'

/** What every position of one market is charged by at one moment. */
export interface HoldingChargeMark {
  symbol: string
  due_sec: number
  kind: HoldingChargeRate['kind']
  nights: number
  mark: Decimal
  mark_sec: number
  conversion_rate: Decimal
  long_rate: Decimal
  short_rate: Decimal
  /** The second whose leaf says the rates; null before they were leaves. */
  input_sec: number | null
}

/** As it comes from the database, where seconds are bigints. */
type StoredMark = Omit<HoldingChargeMark, 'due_sec' | 'mark_sec' | 'input_sec'> & {
  due_sec: string
  mark_sec: string
  input_sec: string | null
}

const markColumns = [
  'symbol',
  'due_sec',
  'kind',
  'nights',
  'mark',
  'mark_sec',
  'conversion_rate',
  'long_rate',
  'short_rate',
  'input_sec',
] as const satisfies readonly (keyof HoldingChargeMark)[]

/** Whoever comes first fixes them; they are never changed. */
export async function insertHoldingChargeMarks(sql: Sql, marks: readonly HoldingChargeMark[]): Promise<void> {
  if (marks.length === 0) return
  await sql.query(
    `insert into holding_mark (symbol, due_sec, kind, nights, mark, mark_sec, conversion_rate, long_rate, short_rate, input_sec)
     select * from unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::numeric[], $6::bigint[], $7::numeric[], $8::numeric[], $9::numeric[],
       $10::bigint[])
     on conflict do nothing`,
    markColumns.map((column) => marks.map((mark) => mark[column])),
  )
}

export async function readHoldingChargeMark(sql: Sql, symbol: string, dueSec: number): Promise<HoldingChargeMark | undefined> {
  const [row] = await sql.query<StoredMark>('select * from holding_mark where symbol = $1 and due_sec = $2', [symbol, dueSec])
  if (!row) return undefined
  const inputSec = row.input_sec === null ? null : Number(row.input_sec)
  return { ...row, due_sec: Number(row.due_sec), mark_sec: Number(row.mark_sec), input_sec: inputSec }
}

/** The next moment after this one that this market has a mark of. */
export async function readNextHoldingChargeMarkSec(sql: Sql, symbol: string, dueSec: number): Promise<number | undefined> {
  const [row] = await sql.query<{ due: string | null }>('select min(due_sec) as due from holding_mark where symbol = $1 and due_sec > $2', [
    symbol,
    dueSec,
  ])
  return row?.due == null ? undefined : Number(row.due)
}

interface Due {
  id: string
  account_type: number
  wallet_id: string
}
export type PositionDueForHoldingCharge = Due & { next_due_sec: string }
export type ExpiredContractOrder = Due & { expires_ms: string }

/** As many are read at once. */
export const holdingChargeBatchSize = 200
export const expiredContractOrderBatchSize = 100

/** Running positions of this feed whose next charge is due, oldest moment first, a batch of them behind that one: one index scan. */
export const readPositionsDueForHoldingCharge = (
  sql: Sql,
  feed: string,
  sec: number,
  behind?: PositionDueForHoldingCharge,
): Promise<PositionDueForHoldingCharge[]> =>
  sql.query<PositionDueForHoldingCharge>(
    `select id, account_type, ${positionWalletIdSql('position')}, next_due_sec from position
     where status = 1 and next_due_sec <= $1 and feed = $2 and (next_due_sec, id) > ($3, $4) order by next_due_sec, id limit ${holdingChargeBatchSize}`,
    [sec, feed, behind?.next_due_sec ?? '0', behind?.id ?? '0'],
  )

/** False when this position was charged for this moment already. */
export async function tryInsertHoldingCharge(
  sql: Sql,
  charge: {
    position_id: string
    due_sec: number
    user_id: string
    account_type: number
    quantity: Decimal
    amount: Decimal
    from_margin: Decimal
    at_ms: number
  },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into holding_charge (position_id, due_sec, user_id, account_type, quantity, amount, from_margin, at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning 1`,
    [
      charge.position_id,
      charge.due_sec,
      charge.user_id,
      charge.account_type,
      charge.quantity,
      charge.amount,
      charge.from_margin,
      charge.at_ms,
    ],
  )
  return rows.length > 0
}

/** Pending orders whose time is over, oldest first, a batch of them behind that one. */
export const readExpiredContractOrders = (sql: Sql, nowMs: number, behind?: ExpiredContractOrder): Promise<ExpiredContractOrder[]> =>
  sql.query<ExpiredContractOrder>(
    `select id, account_type, ${positionWalletIdSql('position')}, expires_ms from position
     where status = 0 and expires_ms <= $1 and (expires_ms, id) > ($2, $3) order by expires_ms, id limit ${expiredContractOrderBatchSize}`,
    [nowMs, behind?.expires_ms ?? '0', behind?.id ?? '0'],
  )
