import { book } from '#contract/constants.ts'
import { depositStatus, recordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { add, negate, subtract, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { type NewNotice, writeNotices } from '../notice.ts'
import { type DepositRow, tellDeposit } from './deposit.ts'
import { confirmed, duePlaces, isEnough, type Place } from './due.ts'
import { endDeposit } from './store.ts'

type AfterCommit = (effect: () => void) => void

/** What a person hears of a deposit that ended. */
const noticeOf = (row: DepositRow, kind: 'depositCredited' | 'depositRejected' | 'depositFailed'): NewNotice => ({
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
export async function settleDeposit(
  house: House,
  sql: Sql,
  row: DepositRow,
  to: { status: 1 | -1 | -2; reason?: string; by?: string },
  afterCommit: AfterCommit,
): Promise<boolean> {
  const now = house.clock.now()
  const isCredited = to.status === depositStatus.credited
  const credited = subtract(row.money, row.claimed)
  const ended = await endDeposit(sql, row.id, isCredited ? { ...to, credited } : to, now)
  if (!ended) return false
  if (isCredited) {
    await post(sql, {
      book: book.real,
      refType: 'deposit',
      refId: row.id,
      orderNo: row.order_no,
      // The ledger itself refuses a second posting for the same deposit.
      requestId: `deposit ${row.id}`,
      at: now,
      legs: [
        { user: row.user_id, currency: row.currency, bucket: 'AVAIL', amount: credited, type: recordType.deposit },
        { house: 'CHAIN_IN', currency: row.currency, amount: negate(credited) },
      ],
    })
    await tellBalances(house, sql, row.user_id, book.real, afterCommit)
  }
  const kind = isCredited ? 'depositCredited' : to.status === depositStatus.rejected ? 'depositRejected' : 'depositFailed'
  await writeNotices(house, sql, [noticeOf(ended, kind)], afterCommit)
  afterCommit(() => tellDeposit(house, ended))
  return true
}

/** Credits what is confirmed on this chain, once what came in together reaches the network's minimum (product §2.13). Each person alone. */
export async function creditConfirmed(house: House, chain: string): Promise<void> {
  for (const place of await duePlaces(house.db, chain)) {
    const effects: (() => void)[] = []
    await house.db.transaction(async (sql) => {
      effects.length = 0
      await creditPlace(house, sql, place, (effect) => effects.push(effect))
    })
    for (const effect of effects) effect()
  }
}

async function creditPlace(house: House, sql: Sql, place: Place, afterCommit: AfterCommit): Promise<void> {
  await lockWallet(sql, place.user_id, book.real)
  const rows = await sql.query<DepositRow>(
    `select * from deposit where user_id = $1 and currency = $2 and chain_type = $3 and chain = $4 and ${confirmed} order by id for update`,
    [place.user_id, place.currency, place.chain_type, place.chain],
  )
  const sum = rows.reduce((total, { money }) => add(total, money), zero)
  if (!isEnough(place, sum)) return
  for (const row of rows) await settleDeposit(house, sql, row, { status: depositStatus.credited }, afterCommit)
}
