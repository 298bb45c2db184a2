import { debtStatus, productOrderStatus } from '#contract/states.ts'
import { type Book, lockWallet } from '#ledger/ledger.ts'
import { q8 } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { holdSold, leastOf } from './debtRaise.ts'
import { isFull, type ProjectKey, projectOf } from './debtStore.ts'
import { refund } from './leave.ts'
import type { ProductOrderRow } from './rows.ts'
import { lockOrder } from './store.ts'
import { notify, tellMoney } from './tell.ts'

const atOnce = 200

/** Ends a project that was not fully funded by its deadline; its orders are given back one by one. */
export const failUnfunded = (house: House, key: ProjectKey): Promise<void> =>
  house.db.transaction(async (sql) => {
    const sold = await holdSold(sql, key)
    const project = await projectOf(sql, key, { lock: true })
    const now = house.clock.now()
    if (project?.status !== debtStatus.raising || now < Number(project.deadline_ms)) return
    if (isFull(project, sold, await leastOf(sql, key.product_id))) return
    await sql.query('update debt_project set status = -1, closed_ms = $3 where product_id = $1 and book = $2', [
      key.product_id,
      key.book,
      now,
    ])
  })

/** Gives back all that was committed to a failed project, also what was bought in the moment of its end. */
export async function refundFailed(house: House, { product_id, book }: ProjectKey): Promise<void> {
  for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
    const found: Pick<ProductOrderRow, 'id' | 'user_id'>[] = await house.db.query<Pick<ProductOrderRow, 'id' | 'user_id'>>(
      `select id, user_id from product_order where product_id = $1 and account_type = $2 and type = 5 and status = 0 and id > $3
       order by id limit ${atOnce}`,
      [product_id, book, afterId],
    )
    for (const { id, user_id } of found)
      await refundOne(house, book, id, user_id).catch((error: unknown) => console.error(`debt order ${id} was not given back`, error))
    afterId = found.length === atOnce ? found.at(-1)?.id : undefined
  }
}

async function refundOne(house: House, book: Book, id: string, userId: string): Promise<void> {
  const effects: (() => void)[] = []
  await house.db.transaction(async (sql) => {
    effects.length = 0
    await lockWallet(sql, userId, book)
    const order = await lockOrder(sql, id)
    if (order.status !== productOrderStatus.notStarted) return
    const given = await refund(sql, order, house.clock.now())
    await notify(house, sql, given, 'debtFailed', { returned: q8(order.held), currency: order.currency }, (effect) => effects.push(effect))
    await tellMoney(house, sql, given, (effect) => effects.push(effect))
  })
  for (const effect of effects) effect()
}
