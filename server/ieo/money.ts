import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type Leg, post, type UserBucket } from '#ledger/ledger.ts'
import { isZero, negate } from '#rules/decimal.ts'
import type { IeoRow, OwnedIeoOrder } from './rows.ts'

/** Every posting of an order names it so. */
export const ieoOrderRefType = 'ieo'

// SALES holds the issuer's tokens until they are delivered, and the money of those that were.

type Coins = Pick<IeoRow, 'token' | 'currency'>

/** The payment waits in the person's own INVEST bucket until the tokens come. */
export const ieoPaymentLegs = ({ currency }: Coins, user: string, amount: Decimal): Leg[] =>
  moving(user, currency, 'AVAIL', 'INVEST', amount, balanceRecordType.ieoPay)

/** Money against tokens, both at once; the tokens are the person's and locked. */
export const ieoDeliveryLegs = ({ token, currency }: Coins, { user_id: user, amount, paid_num: num }: OwnedIeoOrder): Leg[] => [
  ...userLegs(user, currency, 'INVEST', negate(amount ?? '0'), balanceRecordType.ieoPay),
  ...userLegs(user, token, 'INVEST', num ?? ('0' as Decimal), balanceRecordType.ieoTokens),
]

/** Locked tokens become free. */
export const ieoUnlockLegs = ({ token }: Coins, user: string, num: Decimal): Leg[] =>
  moving(user, token, 'INVEST', 'AVAIL', num, balanceRecordType.ieoTokens)

/** All that was paid comes back: out of INVEST, or out of SALES against the tokens, of which `free` are still there. */
export function ieoRefundLegs({ token, currency }: Coins, order: OwnedIeoOrder, free: Decimal): Leg[] {
  const { user_id: user, amount, held, tokens_held: locked } = order
  const back = amount ?? ('0' as Decimal)
  if (!isZero(held)) return moving(user, currency, 'INVEST', 'AVAIL', back, balanceRecordType.ieoPay)
  return [
    ...userLegs(user, currency, 'AVAIL', back, balanceRecordType.ieoPay),
    ...userLegs(user, token, 'INVEST', negate(locked), balanceRecordType.ieoTokens),
    ...userLegs(user, token, 'AVAIL', negate(free), balanceRecordType.ieoTokens),
  ]
}

type Type = typeof balanceRecordType.ieoPay | typeof balanceRecordType.ieoTokens

/** Between two buckets of one person. */
const moving = (user: string, currency: string, from: UserBucket, to: UserBucket, amount: Decimal, type: Type): Leg[] =>
  isZero(amount)
    ? []
    : [
        { user, currency, bucket: from, amount: negate(amount), type },
        { user, currency, bucket: to, amount, type },
      ]

/** From SALES to a person; below zero the other way. */
const userLegs = (user: string, currency: string, bucket: UserBucket, amount: Decimal, type: Type): Leg[] =>
  isZero(amount)
    ? []
    : [
        { user, currency, bucket, amount, type },
        { house: 'SALES', currency, amount: negate(amount) },
      ]

/** Books what moves with an order. The wallet is locked. Nothing to move is nothing booked. */
export async function postIeoOrderLegs(
  sql: Sql,
  { id, order_no: orderNo }: OwnedIeoOrder,
  legs: readonly Leg[],
  at: Instant,
): Promise<void> {
  if (legs.length > 0) await post(sql, { book: accountTypes.real, refType: ieoOrderRefType, refId: id, orderNo, at, legs })
}
