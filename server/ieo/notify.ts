import { accountTypes } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import type { AppContext } from '../core/appContext.ts'
import type { AfterCommit } from '../core/transactions.ts'
import type { NewNotice } from '../notifications/writeNotices.ts'
import type { NoticeKind } from '../notifications/noticeTexts.ts'
import { ieoOrderRefType } from './money.ts'
import { ieoNameOf } from './project.ts'
import type { IeoRow, OwnedIeoOrder } from './rows.ts'

/** Tells the person's open streams, once it is safe, what is in the wallet now. */
export const notifyIeoBalances = (app: AppContext, sql: Sql, userId: string, afterCommit: AfterCommit): Promise<void> =>
  notifyBalances(app, sql, userId, accountTypes.real, afterCommit)

/** Something about an order that its owner should know. */
export const ieoOrderNoticeOf = (
  ieo: IeoRow,
  order: Pick<OwnedIeoOrder, 'id' | 'user_id'>,
  kind: NoticeKind,
  params: Record<string, string>,
): NewNotice => ({
  userId: order.user_id,
  type: 'transaction',
  kind,
  params: { name: ieoNameOf(ieo), token: ieo.token, currency: ieo.currency, ...params },
  link: `/ieo?id=${ieo.id}`,
  refType: ieoOrderRefType,
  refId: order.id,
})
