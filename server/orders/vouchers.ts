import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { post } from '#ledger/ledger.ts'
import { isPositive, negate, q8, smallerDecimal, subtract } from '#rules/decimal.ts'

interface FeePaid {
  user_id: string
  account_type: number
  order_no: string
}

/**
 * What somebody's vouchers pay of a trading fee of the REAL book, oldest first, right after the fee was posted and in the same transaction,
 * with the wallet locked. The fee stays whole in the records; what a voucher pays of it is a line of its own (docs/rules/seed-data.md).
 */
export async function reimburseFeeFromVouchers(sql: Sql, order: FeePaid, fee: Decimal, at: Instant): Promise<void> {
  if (order.account_type !== accountTypes.real || !isPositive(fee)) return
  const vouchers = await sql.query<{ id: string; rest: Decimal }>(
    'select id, rest from voucher where user_id = $1 and rest > 0 order by id for update',
    [order.user_id],
  )
  let left: Decimal = fee
  for (const { id, rest } of vouchers) {
    if (!isPositive(left)) return
    const part = q8(smallerDecimal(rest, left))
    left = subtract(left, part)
    await sql.query(
      'update voucher set rest = rest - $2::numeric, used_ms = case when rest = $2::numeric then $3::bigint end where id = $1',
      [id, part, at],
    )
    await postPart(sql, order, id, part, at)
  }
}

/**
 * What vouchers paid of an order's fees, back to them and to WELFARE, right after the fee was given back whole and in the same transaction,
 * with the wallet locked: nobody gains money by an order that never was.
 */
export async function refundFeeVouchers(sql: Sql, order: FeePaid, at: Instant): Promise<void> {
  if (order.account_type !== accountTypes.real) return
  const paid = await sql.query<{ id: string; part: Decimal }>(
    `select v.id, sum(l.amount) as part from voucher v
     join posting p on p.ref_type = 'voucher' and p.ref_id = v.id::text and p.order_no = $2
     join leg l on l.posting_id = p.id and l.user_id = v.user_id
     where v.user_id = $1 group by v.id having sum(l.amount) > 0 order by v.id`,
    [order.user_id, order.order_no],
  )
  for (const { id, part } of paid) {
    await postPart(sql, order, id, negate(part), at)
    await sql.query('update voucher set rest = rest + $2::numeric, used_ms = null where id = $1', [id, part])
  }
}

/** Of one voucher to the person, or back to WELFARE where the amount is negative. */
async function postPart(sql: Sql, { user_id, order_no }: FeePaid, voucher: string, amount: Decimal, at: Instant): Promise<void> {
  await post(sql, {
    book: accountTypes.real,
    refType: 'voucher',
    refId: voucher,
    orderNo: order_no,
    at,
    legs: [
      { user: user_id, currency: 'USDT', bucket: 'AVAIL', amount: q8(amount), type: balanceRecordType.taskReward },
      { house: 'WELFARE', currency: 'USDT', amount: negate(q8(amount)) },
    ],
  })
}
