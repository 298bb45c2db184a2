import { queueMail } from '../notifications/mail/mail.ts'
import { accountTypes } from '#contract/constants.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import type { NoticeKind } from '../notifications/noticeTexts.ts'
import type { LoanRow } from './rows.ts'
import { transactionWithEffects } from '../core/transactions.ts'

/** Where something is changed: a transaction, and what runs after it. */
export interface LoanTransactionContext {
  app: AppContext
  sql: Sql
  now: number
  afterCommit(effect: () => void): void
}

/** Every posting of a loan names it so. */
export const loanRefType = 'loan'

/** Tells the person's open streams what is in the wallet now. */
export const notifyBorrowerBalances = ({ app, sql, afterCommit }: LoanTransactionContext, { user_id }: LoanRow): Promise<void> =>
  notifyBalances(app, sql, user_id, accountTypes.real, afterCommit)

type LoanNotice = Extract<NoticeKind, `loan${string}`>
/** What is also sent by mail, because it cannot wait until the app is opened. */
const mailed = new Set(['loanOverdue', 'loanCalled', 'loanSold'] as const)
type Mailed = typeof mailed extends Set<infer Kind> ? Kind : never
const isMailed = (kind: LoanNotice): kind is Mailed & LoanNotice => mailed.has(kind as Mailed)

/** Puts a notice into the owner's inbox, and a mail beside it where it is pressing. */
export async function notifyBorrower(
  doing: LoanTransactionContext,
  row: LoanRow,
  kind: LoanNotice,
  params: Record<string, string>,
): Promise<void> {
  const { app, sql, now, afterCommit } = doing
  const notice = { kind, params: { orderNo: row.order_no, ...params }, link: `/jiedaiOrder?id=${row.id}` }
  await writeNotices(app, sql, [{ userId: row.user_id, type: 'transaction', refType: loanRefType, refId: row.id, ...notice }], afterCommit)
  if (isMailed(kind)) await queueMail(sql, { userId: row.user_id, kind, params }, asInstant(now))
}

/** Runs one loan's work in a transaction of its own; what failed is logged and found again. */
export async function tryRunLoanTransaction(
  app: AppContext,
  id: string,
  work: (doing: LoanTransactionContext) => Promise<unknown>,
): Promise<boolean> {
  try {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      await work({ app, sql, now: app.clock.now(), afterCommit })
    })
  } catch (error) {
    log.error(`loan ${id} could not be worked on`, error)
    return false
  }
  return true
}
