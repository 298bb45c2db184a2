import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import type { House } from '../house.ts'
import { type NewNotice, writeNotices } from '../notice.ts'
import type { NoticeKind } from '../noticeWords.ts'
import { orderRef } from './money.ts'
import type { ProductOrderRow } from './rows.ts'

type AfterCommit = (effect: () => void) => void

/** Tells the person's open streams, once it is safe, what is in the wallet now. */
export const tellMoney = (house: House, sql: Sql, order: ProductOrderRow, afterCommit: AfterCommit): Promise<void> =>
  tellBalances(house, sql, order.user_id, order.account_type as Book, afterCommit)

/** Where a person sees this order. */
const linkOf = ({ id }: Pick<ProductOrderRow, 'id'>): string => `/investment-orders?id=${id}`

/** Something about an order that its owner should know. */
export const noticeOf = (order: ProductOrderRow, kind: NoticeKind, params: Record<string, string>): NewNotice => ({
  userId: order.user_id,
  type: 'transaction',
  kind,
  params: { orderNo: order.order_no, ...params },
  link: linkOf(order),
  refType: orderRef,
  refId: order.id,
})

/** The same, written with what it tells of. */
export const notify = (
  house: House,
  sql: Sql,
  order: ProductOrderRow,
  kind: NoticeKind,
  params: Record<string, string>,
  afterCommit: AfterCommit,
): Promise<void> => writeNotices(house, sql, [noticeOf(order, kind, params)], afterCommit)
