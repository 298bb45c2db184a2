import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Database, Sql } from '#db/database.ts'
import { compareDecimals, multiply, subtract } from '#rules/decimal.ts'
import { log } from '../core/log.ts'
import type { AccountType } from './ledger.ts'

/** What the house owes by: contracts by their stressed payout, second contracts by all that wins would pay. */
export type ReserveExposureKind = 'contract' | 'second'

/** What the house could have to pay in USDT without the order and with it, and what it has for that. */
export interface ReserveExposure {
  before: Decimal
  after: Decimal
  reserve: Decimal
  /** Changes that are not folded yet. */
  unfolded: number
}

// Orders are taken side by side, and none sees what another has not committed. While less than nine tenths are owed, orders of at most a
// thousandth pass without waiting; all others wait for one another and may go to nineteen twentieths. The last twentieth is for the small
// ones under way meanwhile: fifty at once, more than all servers have connections for, could not go beyond the reserve.
const smallShare = '0.001'
const calmShare = '0.9'
const fullShare = '0.95'

const lockClass = 20
const lockOf = (book: AccountType, kind: ReserveExposureKind): number => book * 10 + (kind === 'contract' ? 0 : 1)

const isWithin = ({ before, after, reserve }: ReserveExposure, share: string): boolean =>
  // What makes it no larger is always covered.
  compareDecimals(after, before) <= 0 || compareDecimals(after, multiply(reserve, share)) <= 0

const isSmall = ({ before, after, reserve }: ReserveExposure): boolean =>
  compareDecimals(subtract(after, before), multiply(reserve, smallShare)) <= 0

/** Refuses houseCapacity when an order would take what the house owes beyond its reserve. For a preview: nothing is held. */
export async function assertReserveCovers(read: () => Promise<ReserveExposure>): Promise<void> {
  if (!isWithin(await read(), fullShare)) throw new Refusal('houseCapacity')
}

/** The same inside the transaction that takes the order, right before it is written. Gives how much waits to be folded. */
export async function lockAndAssertReserveCovers(
  sql: Sql,
  book: AccountType,
  kind: ReserveExposureKind,
  read: () => Promise<ReserveExposure>,
): Promise<number> {
  const first = await read()
  if (isSmall(first) && isWithin(first, calmShare)) return first.unfolded
  await sql.query('select pg_advisory_xact_lock($1, $2)', [lockClass, lockOf(book, kind)])
  const now = await read()
  if (!isWithin(now, fullShare)) throw new Refusal('houseCapacity')
  return now.unfolded
}

/** What the house's own accounts hold for this: used where the book has no stated reserve. */
export async function sumReserveUsdtFromLegs(sql: Sql, book: AccountType, kind: ReserveExposureKind): Promise<Decimal> {
  const buckets = kind === 'contract' ? `('COVER', 'RESERVE')` : `('RESERVE_SECOND')`
  const [row] = await sql.query<{ amount: Decimal }>(
    `select coalesce(sum(amount), 0) as amount from leg where user_id is null and book = $1 and bucket in ${buckets} and currency = 'USDT'`,
    [book],
  )
  if (!row) throw new Error('a sum gives one row')
  return row.amount
}

const foldAbove = 500

/** Folds the changes into the sums once there are many, after the order is done and beside it: whoever finds them does it, one at a time. */
export function foldReserveExposureWhenMany(db: Database, unfolded: number): void {
  if (unfolded > foldAbove) foldReserveExposure(db).catch((error: unknown) => log.error('exposure could not be folded', error))
}

/** Moves what is committed from house_exposure_change into house_exposure; the sum of both stays what it is. */
export async function foldReserveExposure(db: Database): Promise<void> {
  const isDone = await db.transaction(async (sql) => {
    const [turn] = await sql.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1, 0) as mine', [lockClass])
    if (!turn?.mine) return false
    await sql.query(
      `with folded as (delete from house_exposure_change returning *)
       insert into house_exposure as e (book, kind, symbol, side, quantity, cost)
       select book, kind, symbol, side, sum(quantity), sum(cost) from folded group by book, kind, symbol, side
       on conflict (book, kind, symbol, side) do update set quantity = e.quantity + excluded.quantity, cost = e.cost + excluded.cost`,
    )
    return true
  })
  // Every order reads this table whole: what was folded must not lie about until a vacuum comes by.
  if (isDone) await db.query('vacuum (skip_locked true) house_exposure_change')
}
