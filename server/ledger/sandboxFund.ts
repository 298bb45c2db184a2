import { book } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { type Database, sqlState } from '#db/database.ts'
import type { Clock } from '../clock.ts'
import { negate } from '#rules/decimal.ts'
import { type HouseBucket, type Leg, post } from './ledger.ts'

// Nothing is issued in the REAL book: what the house can pay there is what its accounts hold. A company puts its own capital in; in a
// sandbox this posting stands for that, with play money, once, when the database is first made.
const funds: readonly [HouseBucket, string][] = [
  ['COVER', '100000'],
  ['RESERVE', '10000000'],
  ['RESERVE_SECOND', '100000'],
  ['RESERVE_OPTION', '1000000'],
]
const requestId = 'sandbox capital'
const isThere = '23505'

/** Gives the house's accounts of the REAL book their opening money, labelled as the sandbox's; a database that has it keeps it. */
export async function fundSandbox(db: Database, clock: Clock): Promise<void> {
  const found = await db.query('select from posting where request_id = $1', [requestId])
  if (found.length > 0) return
  const legs: Leg[] = funds.flatMap(([house, amount]) => [
    { house, currency: 'USDT', amount: asDecimal(amount) },
    { house: 'CAPITAL', currency: 'USDT', amount: negate(amount) },
  ])
  const remark = 'sandbox: play money in place of capital'
  // Another server may be doing the same: then its posting is the one.
  await db
    .transaction((sql) => post(sql, { book: book.real, refType: 'capital', refId: 'sandbox', requestId, remark, at: clock.now(), legs }))
    .catch((error: unknown) => {
      if (sqlState(error) !== isThere) throw error
    })
}
