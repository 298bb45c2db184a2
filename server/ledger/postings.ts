import type { Decimal } from '#contract/decimal.ts'
import type { BalanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'

/** One end of a posting as one person sees it: others' ends without a name, type and balances of their own only. */
interface SeenLeg {
  account: string
  mine: boolean
  currency: string
  amount: Decimal
  type: BalanceRecordType | null
  before: Decimal | null
  after: Decimal | null
}

export interface OwnLedgerPosting {
  id: string
  orderNo: string
  remark: string
  book: number
  atMs: number
  legs: SeenLeg[]
}

/** The person's own, or of one of their competition entries, which are wallets of their own in book 3. */
const isOwn = (leg: string): string =>
  `coalesce(${leg}.user_id = $3 or (${leg}.book = 3 and ${leg}.user_id in (select wallet_id from competition_entry where user_id = $3)), false)`

/** Every posting of this thing in which this person has a part, oldest first, all legs of each, so that each sums to zero. */
export async function readOwnLedgerPostings(sql: Sql, refType: string, refId: string, userId: string): Promise<OwnLedgerPosting[]> {
  const rows = await sql.query<{
    posting_id: string
    order_no: string
    remark: string
    book: number
    at_ms: string
    user_id: string | null
    mine: boolean
    currency: string
    bucket: string
    amount: Decimal
    type: BalanceRecordType | null
    balance_before: Decimal | null
    balance_after: Decimal | null
  }>(
    `select l.posting_id, p.order_no, p.remark, p.book, p.at_ms, l.user_id, ${isOwn('l')} as mine, l.currency, l.bucket, l.amount, l.type,
       l.balance_before, l.balance_after
     from posting p join leg l on l.posting_id = p.id
     where p.ref_type = $1 and p.ref_id = $2
       and exists (select from leg own where own.posting_id = p.id and ${isOwn('own')})
     order by p.id, l.id`,
    [refType, refId, userId],
  )
  return [...Map.groupBy(rows, (row) => row.posting_id)].map(([id, legs]) => {
    const [{ order_no, remark, book, at_ms }] = legs as [(typeof legs)[0]]
    return {
      id,
      orderNo: order_no,
      remark,
      book,
      atMs: Number(at_ms),
      legs: legs.map(({ user_id, mine, currency, bucket, amount, type, balance_before, balance_after }) => {
        return {
          account: mine || user_id === null ? bucket : 'OTHER',
          mine,
          currency,
          amount,
          type: mine ? type : null,
          before: mine ? balance_before : null,
          after: mine ? balance_after : null,
        }
      }),
    }
  })
}
