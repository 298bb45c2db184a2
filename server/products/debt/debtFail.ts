import { debtProjectStatus, productOrderStatus } from '#contract/states.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import { q8 } from '#rules/decimal.ts'
import type { AppContext } from '../../core/appContext.ts'
import { log } from '../../core/log.ts'
import { lockDebtSoldAmount, readMinDebtInvestment } from './debtRaise.ts'
import { isDebtFullyFunded, type DebtProjectKey, findDebtProject } from './debtStore.ts'
import { refundProductOrder } from '../redeem.ts'
import type { ProductOrderRow } from '../rows.ts'
import { lockProductOrder } from '../store.ts'
import { writeProductOrderNotice, notifyProductOrderBalances } from '../notify.ts'
import { transactionWithEffects } from '../../core/transactions.ts'

const atOnce = 200

/** Ends a project that was not fully funded by its deadline; its orders are given back one by one. */
export const markUnfundedDebtProjectFailed = (app: AppContext, key: DebtProjectKey): Promise<void> =>
  app.db.transaction(async (sql) => {
    const sold = await lockDebtSoldAmount(sql, key)
    const project = await findDebtProject(sql, key, { lock: true })
    const now = app.clock.now()
    if (project?.status !== debtProjectStatus.raising || now < Number(project.deadline_ms)) return
    if (isDebtFullyFunded(project, sold, await readMinDebtInvestment(sql, key.product_id))) return
    await sql.query('update debt_project set status = -1, closed_ms = $3 where product_id = $1 and book = $2', [
      key.product_id,
      key.book,
      now,
    ])
  })

/** Gives back all that was committed to a failed project, also what was bought in the moment of its end. */
export async function refundFailedDebtProject(app: AppContext, { product_id, book }: DebtProjectKey): Promise<void> {
  for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
    const found: Pick<ProductOrderRow, 'id' | 'user_id'>[] = await app.db.query<Pick<ProductOrderRow, 'id' | 'user_id'>>(
      `select id, user_id from product_order where product_id = $1 and account_type = $2 and type = 5 and status = 0 and id > $3
       order by id limit ${atOnce}`,
      [product_id, book, afterId],
    )
    for (const { id, user_id } of found)
      await refundOne(app, book, id, user_id).catch((error: unknown) => log.error(`debt order ${id} was not given back`, error))
    afterId = found.length === atOnce ? found.at(-1)?.id : undefined
  }
}

async function refundOne(app: AppContext, book: AccountType, id: string, userId: string): Promise<void> {
  await transactionWithEffects(app.db, async (sql, afterCommit) => {
    await lockWallet(sql, userId, book)
    const order = await lockProductOrder(sql, id)
    if (order.status !== productOrderStatus.notStarted) return
    const refunded = await refundProductOrder(sql, order, app.clock.now())
    await writeProductOrderNotice(app, sql, refunded, 'debtFailed', { returned: q8(order.held), currency: order.currency }, afterCommit)
    await notifyProductOrderBalances(app, sql, refunded, afterCommit)
  })
}
