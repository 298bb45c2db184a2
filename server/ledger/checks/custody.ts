import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { add, isZero, q8, subtract, zero } from '#rules/decimal.ts'
import { systemAccountsFromCheckpointSql } from './accountInvariants.ts'
import { fullKeyRange, type LedgerViolation } from './invariantQuery.ts'

/** What custody of a currency holds in the real account, and what people own of it; the rest is the house's. As the newest check found it. */
export interface LedgerCustody {
  currency: string
  custody: Decimal
  owned: Decimal
}

/** The other side of what came in and what left: deposits, the company's own money, withdrawals. */
const outside: ReadonlySet<string> = new Set(['CHAIN_IN', 'CHAIN_OUT', 'CAPITAL'])

/**
 * I5: what people own of each currency is what custody holds, less what is the house's; in the other accounts, what was issued. Everybody's balances
 * are added up `atOnce` people at a time, in the snapshot of the transaction, which has to be a repeatable one. Writes down what custody holds.
 */
export async function checkCustody(sql: Sql, atOnce: number): Promise<LedgerViolation[]> {
  const owned = await ownedSums(sql, atOnce)
  const house = await sql.query<{ book: number; bucket: string; currency: string; amount: Decimal }>(
    `select * from ${systemAccountsFromCheckpointSql} h`,
  )
  const custody = new Map<string, Decimal>()
  const ofHouse = new Map<string, Decimal>()
  for (const { book, bucket, currency, amount } of house) {
    const key = `${book} ${currency}`
    if (book === accountTypes.real && outside.has(bucket)) custody.set(key, subtract(custody.get(key) ?? zero, amount))
    else ofHouse.set(key, add(ofHouse.get(key) ?? zero, amount))
  }
  const keys = [...new Set([...owned.keys(), ...custody.keys(), ...ofHouse.keys()])].toSorted()
  const found: LedgerViolation[] = []
  const kept: LedgerCustody[] = []
  for (const key of keys) {
    const [book, currency] = key.split(' ') as [string, string]
    const [has, holds, house] = [owned, custody, ofHouse].map((sums) => sums.get(key) ?? zero) as [Decimal, Decimal, Decimal]
    if (book === String(accountTypes.real)) kept.push({ currency, custody: holds, owned: has })
    if (isZero(subtract(add(has, house), holds))) continue
    const detail =
      book === String(accountTypes.real)
        ? `people own ${q8(has)} ${currency}, custody holds ${q8(holds)}, of which ${q8(house)} are the house's`
        : `book ${book} has ${q8(add(has, house))} ${currency} too much`
    found.push({ invariant: 'I5', detail })
  }
  await keepCustody(sql, kept)
  return found
}

async function ownedSums(sql: Sql, atOnce: number): Promise<Map<string, Decimal>> {
  const sums = new Map<string, Decimal>()
  for (let after = fullKeyRange.after; ; ) {
    const [page] = await sql.query<{ last: string | null }>(
      'select max(user_id) as last from (select distinct user_id from balance where user_id > $1 order by user_id limit $2) p',
      [after, atOnce],
    )
    const last = page?.last
    if (last === null || last === undefined) return sums
    const rows = await sql.query<{ book: number; currency: string; amount: Decimal }>(
      'select book, currency, sum(amount) as amount from balance where user_id > $1 and user_id <= $2 group by 1, 2',
      [after, last],
    )
    for (const { book, currency, amount } of rows) {
      const key = `${book} ${currency}`
      sums.set(key, add(sums.get(key) ?? zero, amount))
    }
    after = last
  }
}

async function keepCustody(sql: Sql, kept: readonly LedgerCustody[]): Promise<void> {
  await sql.query('delete from ledger_custody')
  await sql.query('insert into ledger_custody (currency, custody, owned) select * from unnest($1::text[], $2::numeric[], $3::numeric[])', [
    kept.map(({ currency }) => currency),
    kept.map(({ custody }) => custody),
    kept.map(({ owned }) => owned),
  ])
}

/** What the newest check that came so far found; empty before the first. */
export const readLedgerCustody = (sql: Sql): Promise<LedgerCustody[]> =>
  sql.query('select currency, custody, owned from ledger_custody order by currency')
