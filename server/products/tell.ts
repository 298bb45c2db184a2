import type { LanguageCode } from '#contract/calls/account.ts'
import { productType, type ProductType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import type { House } from '../house.ts'
import { languageOf } from '../i18n.ts'
import { bookParam, type NewNotice, writeNotices } from '../notice.ts'
import type { NoticeKind } from '../noticeWords.ts'
import { orderRef } from './money.ts'
import { nameOf } from './product.ts'
import type { ProductOrderRow } from './rows.ts'

type AfterCommit = (effect: () => void) => void

/** Tells the person's open streams, once it is safe, what is in the wallet now. */
export const tellMoney = (house: House, sql: Sql, order: ProductOrderRow, afterCommit: AfterCommit): Promise<void> =>
  tellBalances(house, sql, order.user_id, order.account_type as Book, afterCommit)

/** A product's name as each of these people reads it. */
export async function namesFor(sql: Sql, productId: string, userIds: readonly string[]): Promise<(userId: string) => string> {
  const rows = await sql.query<{ id: string; lang: string }>('select id, lang from account where id = any($1::bigint[])', [
    [...new Set(userIds)],
  ])
  const langs = new Map(rows.map(({ id, lang }): [string, LanguageCode | undefined] => [id, languageOf(lang)]))
  return (userId) => nameOf(productId, langs.get(userId) ?? 'en-us')
}

const pages: Partial<Record<ProductType, string>> = { [productType.miner]: '/mining-orders', [productType.debt]: '/bond-orders' }

/** Where a person sees this order. */
const linkOf = ({ id, type }: Pick<ProductOrderRow, 'id' | 'type'>): string => `${pages[type] ?? '/investment-orders'}?id=${id}`

/** Something about an order that its owner should know. */
export const noticeOf = (order: ProductOrderRow, kind: NoticeKind, params: Record<string, string>): NewNotice => ({
  userId: order.user_id,
  type: 'transaction',
  kind,
  params: { orderNo: order.order_no, ...bookParam(order.account_type), ...params },
  link: linkOf(order),
  refType: orderRef,
  refId: order.id,
})

/** The same with the product's name, written with what it tells of. */
export async function notify(
  house: House,
  sql: Sql,
  order: ProductOrderRow,
  kind: NoticeKind,
  params: Record<string, string>,
  afterCommit: AfterCommit,
): Promise<void> {
  const name = (await namesFor(sql, order.product_id, [order.user_id]))(order.user_id)
  await writeNotices(house, sql, [noticeOf(order, kind, { name, ...params })], afterCommit)
}
