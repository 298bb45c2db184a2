import type { LanguageCode } from '#contract/calls/account.ts'
import { earnProductType, type EarnProductType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import type { AppContext } from '../core/appContext.ts'
import { parseLanguageCode } from '../core/i18n.ts'
import { noticeAccountTypeParam, type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import type { NoticeKind } from '../notifications/noticeTexts.ts'
import { productOrderRefType } from './money.ts'
import { productNameOf } from './product.ts'
import type { ProductOrderRow } from './rows.ts'
import type { AfterCommit } from '../core/transactions.ts'

/** Tells the person's open streams, once it is safe, what is in the wallet now. */
export const notifyProductOrderBalances = (app: AppContext, sql: Sql, order: ProductOrderRow, afterCommit: AfterCommit): Promise<void> =>
  notifyBalances(app, sql, order.user_id, order.account_type as AccountType, afterCommit)

/** A product's name as each of these people reads it. */
export async function loadProductNameByUserLookup(
  sql: Sql,
  productId: string,
  userIds: readonly string[],
): Promise<(userId: string) => string> {
  const rows = await sql.query<{ id: string; lang: string }>('select id, lang from account where id = any($1::bigint[])', [
    [...new Set(userIds)],
  ])
  const langs = new Map(rows.map(({ id, lang }): [string, LanguageCode | undefined] => [id, parseLanguageCode(lang)]))
  return (userId) => productNameOf(productId, langs.get(userId) ?? 'en-us')
}

const pages: Partial<Record<EarnProductType, string>> = {
  [earnProductType.miner]: '/mining-orders',
  [earnProductType.debt]: '/bond-orders',
}

/** Where a person sees this order. */
const linkOf = ({ id, type }: Pick<ProductOrderRow, 'id' | 'type'>): string => `${pages[type] ?? '/investment-orders'}?id=${id}`

/** Something about an order that its owner should know. */
export const productOrderNoticeOf = (order: ProductOrderRow, kind: NoticeKind, params: Record<string, string>): NewNotice => ({
  userId: order.user_id,
  type: 'transaction',
  kind,
  params: { orderNo: order.order_no, ...noticeAccountTypeParam(order.account_type), ...params },
  link: linkOf(order),
  refType: productOrderRefType,
  refId: order.id,
})

/** The same with the product's name, written with what it tells of. */
export async function writeProductOrderNotice(
  app: AppContext,
  sql: Sql,
  order: ProductOrderRow,
  kind: NoticeKind,
  params: Record<string, string>,
  afterCommit: AfterCommit,
): Promise<void> {
  const name = (await loadProductNameByUserLookup(sql, order.product_id, [order.user_id]))(order.user_id)
  await writeNotices(app, sql, [productOrderNoticeOf(order, kind, { name, ...params })], afterCommit)
}
