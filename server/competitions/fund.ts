import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readLedgerBalances, post } from '#ledger/ledger.ts'
import { isZero, negate, q8 } from '#rules/decimal.ts'

const currency = 'USDT'
const type = balanceRecordType.competitionFund

interface Moving {
  sql: Sql
  walletId: string
  entryId: string
  at: Instant
}

/** The virtual fund, issued by the house in the contest book. */
export async function issueCompetitionFund({ sql, walletId, entryId, at }: Moving, amount: Decimal): Promise<void> {
  await post(sql, {
    book: accountTypes.competition,
    refType: 'competition',
    refId: entryId,
    at,
    legs: [
      { user: walletId, currency, bucket: 'AVAIL', amount, type },
      { house: 'ISSUE', currency, amount: negate(amount) },
    ],
  })
}

/** Takes all of it back once nothing is open any more; gives how much it was. The book is empty then. */
export async function reclaimCompetitionFund({ sql, walletId, entryId, at }: Moving): Promise<Decimal> {
  const held = (await readLedgerBalances(sql, walletId, accountTypes.competition)).filter(({ amount }) => !isZero(amount))
  const [all] = held
  if (held.length > 1 || (all && (all.bucket !== 'AVAIL' || all.currency !== currency)))
    throw new Error(`competition entry ${entryId} still holds something`)
  if (!all) return q8('0')
  await post(sql, {
    book: accountTypes.competition,
    refType: 'competition',
    refId: entryId,
    at,
    legs: [
      { user: walletId, currency, bucket: 'AVAIL', amount: negate(all.amount), type },
      { house: 'ISSUE', currency, amount: all.amount },
    ],
  })
  return q8(all.amount)
}
