import { book } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import type { House } from '../house.ts'
import type { NewNotice } from '../notice.ts'
import type { NoticeKind } from '../noticeWords.ts'
import { orderRef } from './money.ts'
import { nameOf } from './project.ts'
import type { IeoRow, OwnedOrder } from './rows.ts'

export type AfterCommit = (effect: () => void) => void

/** Tells the person's open streams, once it is safe, what is in the wallet now. */
export const tellMoney = (house: House, sql: Sql, userId: string, afterCommit: AfterCommit): Promise<void> =>
  tellBalances(house, sql, userId, book.real, afterCommit)

/** Something about an order that its owner should know. */
export const noticeOf = (
  ieo: IeoRow,
  order: Pick<OwnedOrder, 'id' | 'user_id'>,
  kind: NoticeKind,
  params: Record<string, string>,
): NewNotice => ({
  userId: order.user_id,
  type: 'transaction',
  kind,
  params: { name: nameOf(ieo), token: ieo.token, currency: ieo.currency, ...params },
  link: `/ieo?id=${ieo.id}`,
  refType: orderRef,
  refId: order.id,
})

/** One transaction; what is to be told is told once it is safe. */
export async function told<T>({ db }: House, work: (sql: Sql, afterCommit: AfterCommit) => Promise<T>): Promise<T> {
  const effects: (() => void)[] = []
  const result = await db.transaction((sql) => {
    effects.length = 0
    return work(sql, (effect) => effects.push(effect))
  })
  for (const effect of effects) effect()
  return result
}
