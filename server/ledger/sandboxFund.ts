import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { type Database, type Sql, sqlState } from '#db/database.ts'
import type { Clock } from '../core/clock.ts'
import { negate } from '#rules/decimal.ts'
import { adjustEarnReserveRow } from './earnReserve.ts'
import { tryAdjustLoanPoolRow } from './loanPool.ts'
import { tryAdjustWelfareFundRow } from './welfare.ts'
import { type HouseBucket, type Leg, post } from './ledger.ts'

// Nothing is issued in the REAL book: what the house can pay there is what its accounts hold. A company puts its own capital in; in a
// sandbox these postings stand for that, with play money, each once: the first when the database is made, the second also in one that is older.
type Fund = readonly [bucket: HouseBucket, amount: string, currency: string]
const postings: Readonly<Record<string, readonly Fund[]>> = {
  'sandbox capital': [
    ['COVER', '100000', 'USDT'],
    ['RESERVE', '10000000', 'USDT'],
    ['RESERVE_SECOND', '100000', 'USDT'],
    ['RESERVE_OPTION', '1000000', 'USDT'],
  ],
  'sandbox capital of earn and loans': [
    ['RESERVE_EARN', '500000', 'USDT'],
    ['RESERVE_EARN', '20', 'BTC'],
    ['RESERVE_EARN', '200', 'ETH'],
    ['RESERVE_EARN', '5000', 'SOL'],
    ['RESERVE_EARN', '100000', 'DOT'],
    ['RESERVE_EARN', '2000', 'LTC'],
    ['LOAN_POOL', '2000000', 'USDT'],
  ],
  'sandbox prizes of competitions': [['PRIZE', '100000', 'USDT']],
  'sandbox welfare': [['WELFARE', '100000', 'USDT']],
}
const isThere = '23505'

/** Gives the house's accounts of the REAL book their opening money, labelled as the sandbox's; a database that has it keeps it. */
export async function fundSandboxReserves(db: Database, clock: Clock): Promise<void> {
  for (const [requestId, funds] of Object.entries(postings)) {
    const found = await db.query('select from posting where request_id = $1', [requestId])
    if (found.length > 0) continue
    // Another server may be doing the same: then its posting is the one.
    await db
      .transaction((sql) => give(sql, requestId, funds, clock))
      .catch((error: unknown) => {
        if (sqlState(error) !== isThere) throw error
      })
  }
}

async function give(sql: Sql, requestId: string, funds: readonly Fund[], clock: Clock): Promise<void> {
  const legs: Leg[] = funds.flatMap(([houseBucket, amount, currency]) => [
    { house: houseBucket, currency, amount: asDecimal(amount) },
    { house: 'CAPITAL', currency, amount: negate(amount) },
  ])
  const remark = 'sandbox: play money in place of capital'
  await post(sql, { book: accountTypes.real, refType: 'capital', refId: 'sandbox', requestId, remark, at: clock.now(), legs })
  for (const [app, amount, currency] of funds) {
    if (app === 'RESERVE_EARN') await adjustEarnReserveRow(sql, accountTypes.real, currency, asDecimal(amount))
    if (app === 'LOAN_POOL') await tryAdjustLoanPoolRow(sql, currency, asDecimal(amount))
    if (app === 'WELFARE') await tryAdjustWelfareFundRow(sql, currency, asDecimal(amount))
  }
}
