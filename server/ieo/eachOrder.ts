import { book } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { House } from '../house.ts'
import type { OwnedOrder } from './rows.ts'
import { lockOwn } from './store.ts'
import { type AfterCommit, told } from './tell.ts'

const atOnce = 500
const lanes = 4

type Found = Pick<OwnedOrder, 'id' | 'user_id'>

/** Of somebody's orders in that state the next ones behind `afterId`, in order of their ids. */
const next = (house: House, ieoId: string, where: string, afterId: string): Promise<Found[]> =>
  house.db.query<Found>(
    `select id, user_id from ieo_order where ieo_id = $1 and user_id is not null and (${where}) and id > $2 order by id limit ${atOnce}`,
    [ieoId, afterId],
  )

/**
 * Does `work` with every order of somebody that is in that state (a piece of SQL without values), each in a transaction of its own with
 * wallet and order locked; `work` looks again whether it is still so. Gives how many failed: they are tried at the next look.
 */
export async function eachOrder(
  house: House,
  ieoId: string,
  where: string,
  work: (sql: Sql, order: OwnedOrder, afterCommit: AfterCommit) => Promise<void>,
): Promise<number> {
  let failed = 0
  const one = ({ id, user_id: userId }: Found): Promise<void> =>
    told(house, async (sql, afterCommit) => {
      await lockWallet(sql, userId, book.real)
      const order = await lockOwn(sql, id, userId)
      if (order) await work(sql, order, afterCommit)
    }).catch((error: unknown) => {
      failed++
      console.error(`ieo order ${id} could not go on`, error)
    })
  for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
    const found: Found[] = await next(house, ieoId, where, afterId)
    afterId = found.length === atOnce ? found.at(-1)?.id : undefined
    const serve = async () => {
      for (let order = found.shift(); order; order = found.shift()) await one(order)
    }
    await Promise.all(Array.from({ length: Math.min(lanes, found.length) }, serve))
  }
  return failed
}
