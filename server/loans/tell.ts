import { tellByMail } from '#account/mail.ts'
import { book } from '#contract/constants.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import type { House } from '../house.ts'
import { writeNotices } from '../notice.ts'
import type { NoticeKind } from '../noticeWords.ts'
import type { LoanRow } from './rows.ts'

/** Where something is changed: a transaction, and what runs after it. */
export interface Doing {
  house: House
  sql: Sql
  now: number
  afterCommit(effect: () => void): void
}

/** Every posting of a loan names it so. */
export const loanRef = 'loan'

/** Tells the person's open streams what is in the wallet now. */
export const tellMoney = ({ house, sql, afterCommit }: Doing, { user_id }: LoanRow): Promise<void> =>
  tellBalances(house, sql, user_id, book.real, afterCommit)

type LoanNotice = Extract<NoticeKind, `loan${string}`>
/** What is also sent by mail, because it cannot wait until the app is opened. */
const mailed = new Set(['loanOverdue', 'loanCalled', 'loanSold'] as const)
type Mailed = typeof mailed extends Set<infer Kind> ? Kind : never
const isMailed = (kind: LoanNotice): kind is Mailed & LoanNotice => mailed.has(kind as Mailed)

/** Puts a notice into the owner's inbox, and a mail beside it where it is pressing. */
export async function notify(doing: Doing, row: LoanRow, kind: LoanNotice, params: Record<string, string>): Promise<void> {
  const { house, sql, now, afterCommit } = doing
  const notice = { kind, params: { orderNo: row.order_no, ...params }, link: `/jiedaiOrder?id=${row.id}` }
  await writeNotices(house, sql, [{ userId: row.user_id, type: 'transaction', refType: loanRef, refId: row.id, ...notice }], afterCommit)
  if (isMailed(kind)) await tellByMail(sql, { userId: row.user_id, kind, params }, asInstant(now))
}

/** Runs one loan's work in a transaction of its own; what failed is logged and found again. */
export async function inTransaction(house: House, id: string, work: (doing: Doing) => Promise<unknown>): Promise<boolean> {
  const effects: (() => void)[] = []
  try {
    await house.db.transaction(async (sql) => {
      effects.length = 0
      await work({ house, sql, now: house.clock.now(), afterCommit: (effect) => effects.push(effect) })
    })
  } catch (error) {
    console.error(`loan ${id} could not be worked on`, error)
    return false
  }
  for (const effect of effects) effect()
  return true
}
