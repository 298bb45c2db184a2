import { accountTypes, demoFundUsdt, ledgerScale } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { type BalanceRecordType, balanceRecordType } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import { type Sql, sqlState } from '#db/database.ts'
import { add, isZero, negate, decimalPlacesOfStep, zero } from '#rules/decimal.ts'

export type AccountType = 1 | 2 | 3
export type UserBucket = 'AVAIL' | 'FROZEN' | 'MARGIN' | 'INVEST' | 'COLLATERAL'
export type HouseBucket =
  | 'FEE'
  | 'CLEARING'
  | 'COVER'
  | 'ISSUE'
  | 'RESERVE'
  | 'RESERVE_SECOND'
  | 'RESERVE_OPTION'
  | 'RESERVE_EARN'
  | 'FUND'
  | 'LOAN_POOL'
  | 'SALES'
  | 'BORROWERS'
  | 'CAPITAL'
  | 'CHAIN_IN'
  | 'CHAIN_OUT'
  | 'NETFEE'
  | 'PRIZE'
  | 'WELFARE'

/**
 * One end of a posting. A user's leg says its record type, because it becomes a line in that person's balance records. In book 3 `user` is a
 * competition entry's wallet, as everywhere here: each entry has one of its own, which never is a person's id (docs/rules/environments.md).
 */
export type Leg =
  | { user: string; currency: string; bucket: UserBucket; amount: Decimal; type: BalanceRecordType }
  | { house: HouseBucket; currency: string; amount: Decimal }

/** An immutable movement of money inside one book; per currency its legs sum to zero (docs/rules/ledger.md). */
export interface LedgerPosting {
  book: AccountType
  refType: string
  refId: string
  orderNo?: string
  remark?: string
  /** Only where one request makes exactly one posting: a second posting with the same id is then refused by the database. */
  requestId?: string
  at: Instant
  legs: readonly Leg[]
}

export interface LedgerBalance {
  currency: string
  bucket: UserBucket
  amount: Decimal
}

/** Makes everybody else who wants to change this person's money in this book wait until the transaction ends. Take it before reading. */
export async function lockWallet(sql: Sql, userId: string, inBook: AccountType): Promise<void> {
  const lock = () => sql.query('select from wallet where user_id = $1 and book = $2 for update', [userId, inBook])
  if ((await lock()).length > 0) return
  await sql.query('insert into wallet (user_id, book) values ($1, $2) on conflict do nothing', [userId, inBook])
  await lock()
}

/** Several people's wallets, always in the same order, so that two callers cannot wait for each other. */
export async function lockWallets(sql: Sql, userIds: readonly string[], inBook: AccountType): Promise<void> {
  const inOrder = [...new Set(userIds)].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  for (const userId of inOrder) await lockWallet(sql, userId, inBook)
}

/**
 * Books a posting and gives back its id. Refuses insufficientBalance {currency, available, needed} when AVAIL would go below zero; any
 * other bucket below zero, an unbalanced or malformed posting is our own mistake and throws. The transaction is lost either way.
 */
export async function post(sql: Sql, posting: LedgerPosting): Promise<string> {
  assertWellFormed(posting)
  const { legs } = posting
  try {
    const [row] = await sql.query<{ id: string }>('select post_entry($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12) as id', [
      posting.book,
      posting.refType,
      posting.refId,
      posting.orderNo ?? '',
      posting.remark ?? '',
      posting.requestId ?? null,
      posting.at,
      legs.map((leg) => ('user' in leg ? leg.user : null)),
      legs.map((leg) => leg.currency),
      legs.map((leg) => ('user' in leg ? leg.bucket : leg.house)),
      legs.map((leg) => leg.amount),
      legs.map((leg) => ('user' in leg ? leg.type : null)),
    ])
    if (row === undefined) throw new Error('post_entry gave no id')
    return row.id
  } catch (error) {
    throw sqlState(error) === belowZero ? shortage(error as { detail?: string }) : error
  }
}

const belowZero = 'FL001'

function shortage(error: { detail?: string }): Error {
  const { bucket, ...missing } = JSON.parse(error.detail ?? '{}') as Record<string, string>
  if (bucket === 'AVAIL') return new Refusal('insufficientBalance', missing)
  return new Error(`${bucket} ${missing.currency} holds ${missing.available} and would lose ${missing.needed}`)
}

function assertWellFormed({ refType, refId, legs }: LedgerPosting): void {
  if (refType === '' || refId === '') throw new Error('a posting names what it is for')
  if (legs.length < 2) throw new Error('a posting has at least two legs')
  const sums = new Map<string, Decimal>()
  for (const { currency, amount } of legs) {
    if (isZero(amount)) throw new Error(`a leg of ${refType} ${refId} is zero`)
    if (decimalPlacesOfStep(amount) > ledgerScale)
      throw new Error(`a leg of ${refType} ${refId} has more than ${ledgerScale} decimals: ${amount}`)
    sums.set(currency, add(sums.get(currency) ?? zero, amount))
  }
  for (const [currency, sum] of sums) if (!isZero(sum)) throw new Error(`the legs of ${refType} ${refId} leave ${sum} ${currency}`)
}

/** Every bucket that this person ever used in this book, by currency and bucket; empty ones too. Amounts have eight decimals. */
export const readLedgerBalances = (sql: Sql, userId: string, inBook: AccountType): Promise<LedgerBalance[]> =>
  sql.query<LedgerBalance>('select currency, bucket, amount from balance where user_id = $1 and book = $2 order by currency, bucket', [
    userId,
    inBook,
  ])

/** What may be spent now; '0' when there never was any. */
export async function readAvailableBalance(sql: Sql, userId: string, inBook: AccountType, currency: string): Promise<Decimal> {
  const text = `select amount from balance where user_id = $1 and book = $2 and currency = $3 and bucket = 'AVAIL'`
  const [row] = await sql.query<{ amount: Decimal }>(text, [userId, inBook, currency])
  return row?.amount ?? zero
}

/** The demo book's opening money, issued by the house (docs/rules/environments.md). Call it once, in the transaction that makes the person. */
export async function grantDemoBalance(sql: Sql, userId: string, at: Instant): Promise<string> {
  await lockWallet(sql, userId, accountTypes.demo)
  const amount = asDecimal(demoFundUsdt)
  return post(sql, {
    book: accountTypes.demo,
    refType: 'demoFund',
    refId: userId,
    at,
    legs: [
      { user: userId, currency: 'USDT', bucket: 'AVAIL', amount, type: balanceRecordType.demoReset },
      { house: 'ISSUE', currency: 'USDT', amount: negate(amount) },
    ],
  })
}
