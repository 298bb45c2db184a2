import { accountTypes } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import type { OwnedIeoOrder } from './rows.ts'
import { lockOwnIeoOrder } from './store.ts'
import { type AfterCommit, transactionWithEffects } from '../core/transactions.ts'

const atOnce = 500
const lanes = 4

type Found = Pick<OwnedIeoOrder, 'id' | 'user_id'>

/** Of somebody's orders in that state the next ones behind `afterId`, in order of their ids. */
const next = (app: AppContext, ieoId: string, where: string, afterId: string): Promise<Found[]> =>
  app.db.query<Found>(
    `select id, user_id from ieo_order where ieo_id = $1 and user_id is not null and (${where}) and id > $2 order by id limit ${atOnce}`,
    [ieoId, afterId],
  )

/**
 * Does `work` with every order of somebody that is in that state (a piece of SQL without values), each in a transaction of its own with
 * wallet and order locked; `work` looks again whether it is still so. Gives how many failed: they are tried at the next look.
 */
export async function forEachIeoOrder(
  app: AppContext,
  ieoId: string,
  where: string,
  work: (sql: Sql, order: OwnedIeoOrder, afterCommit: AfterCommit) => Promise<void>,
): Promise<number> {
  let failed = 0
  const runOne = ({ id, user_id: userId }: Found): Promise<void> =>
    transactionWithEffects(app.db, async (sql, afterCommit) => {
      await lockWallet(sql, userId, accountTypes.real)
      const order = await lockOwnIeoOrder(sql, id, userId)
      if (order) await work(sql, order, afterCommit)
    }).catch((error: unknown) => {
      failed++
      log.error(`ieo order ${id} could not go on`, error)
    })
  for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
    const found: Found[] = await next(app, ieoId, where, afterId)
    afterId = found.length === atOnce ? found.at(-1)?.id : undefined
    const serve = async () => {
      for (let order = found.shift(); order; order = found.shift()) await runOne(order)
    }
    await Promise.all(Array.from({ length: Math.min(lanes, found.length) }, serve))
  }
  return failed
}
