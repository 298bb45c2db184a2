import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { depositStatus, balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { add, negate, subtract, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import { type DepositRow, sendDepositEventToUser } from './deposit.ts'
import { confirmedDepositSqlCondition, creditableDepositGroups, reachesDepositMinimum, type CreditableDepositGroup } from './creditable.ts'
import { markWaitingDepositEnded } from './store.ts'
import { type AfterCommit, transactionWithEffects } from '../core/transactions.ts'

type DepositNoticeKind = 'depositCredited' | 'bankDepositCredited' | 'depositRejected' | 'depositFailed' | 'depositLate'

/** What a person is told of a deposit that ended, or whose claim is late. */
export const depositNoticeOf = (row: DepositRow, kind: DepositNoticeKind): NewNotice => ({
  userId: row.user_id,
  type: 'transaction',
  kind,
  params: { money: row.credited ?? row.money, currency: row.currency, network: row.chain_type },
  link: '/chongzhi',
  refType: 'deposit',
  refId: row.id,
})

/**
 * Ends a waiting deposit, with everything that belongs to it: the posting of a credited one, the notice, the words to open streams. False when it
 * was ended already. The caller holds the person's wallet when it credits.
 */
export async function tryCreditOrEndDeposit(
  app: AppContext,
  sql: Sql,
  row: DepositRow,
  to: { status: 1 | -1 | -2; reason?: string; by?: string; credited?: Decimal },
  afterCommit: AfterCommit,
): Promise<boolean> {
  const now = app.clock.now()
  const isCredited = to.status === depositStatus.credited
  // What a bank's statement says came, or else what a claim has not brought yet.
  const credited = to.credited ?? subtract(row.money, row.claimed)
  const ended = await markWaitingDepositEnded(sql, row.id, isCredited ? { ...to, credited } : to, now)
  if (!ended) return false
  if (isCredited) {
    await post(sql, {
      book: accountTypes.real,
      refType: 'deposit',
      refId: row.id,
      orderNo: row.order_no,
      // The ledger itself refuses a second posting for the same deposit.
      requestId: `deposit ${row.id}`,
      at: now,
      legs: [
        { user: row.user_id, currency: row.currency, bucket: 'AVAIL', amount: credited, type: balanceRecordType.deposit },
        { house: 'CHAIN_IN', currency: row.currency, amount: negate(credited) },
      ],
    })
    await notifyBalances(app, sql, row.user_id, accountTypes.real, afterCommit)
  }
  const credit = row.source === 'bank' ? 'bankDepositCredited' : 'depositCredited'
  const kind = isCredited ? credit : to.status === depositStatus.rejected ? 'depositRejected' : 'depositFailed'
  await writeNotices(app, sql, [depositNoticeOf(ended, kind)], afterCommit)
  afterCommit(() => sendDepositEventToUser(app, ended))
  return true
}

/** Credits what is confirmed on this chain, once what came in together reaches the network's minimum (docs/rules/deposits-and-withdrawals.md). Each person alone. */
export async function creditConfirmedDeposits(app: AppContext, chain: string): Promise<void> {
  for (const place of await creditableDepositGroups(app.db, chain)) {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      await creditPlace(app, sql, place, afterCommit)
    })
  }
}

async function creditPlace(app: AppContext, sql: Sql, place: CreditableDepositGroup, afterCommit: AfterCommit): Promise<void> {
  await lockWallet(sql, place.user_id, accountTypes.real)
  const rows = await sql.query<DepositRow>(
    `select * from deposit where user_id = $1 and currency = $2 and chain_type = $3 and chain = $4 and ${confirmedDepositSqlCondition} order by id for update`,
    [place.user_id, place.currency, place.chain_type, place.chain],
  )
  const sum = rows.reduce((total, { money }) => add(total, money), zero)
  if (!reachesDepositMinimum(place, sum)) return
  for (const row of rows) await tryCreditOrEndDeposit(app, sql, row, { status: depositStatus.credited }, afterCommit)
}
