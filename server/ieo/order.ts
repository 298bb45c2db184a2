import type { IeoOrder } from '#contract/calls/ieo.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { multiply, q8 } from '#rules/decimal.ts'
import { ieoNameOf, trimIeoAmountZeros, ieoUnlockScheduleOf } from './project.ts'
import type { IeoOrderRow } from './rows.ts'
import { readIeoDraws, readIeosByIds, readIeoUnlocks } from './store.ts'

/** Orders as the wire shows them. */
export async function toIeoOrders(sql: Sql, rows: readonly IeoOrderRow[]): Promise<IeoOrder[]> {
  const ids = rows.map((row) => row.ieo_id)
  const ieos = new Map((await readIeosByIds(sql, ids)).map((ieo) => [ieo.id, ieo]))
  const draws = new Map((await readIeoDraws(sql, ids)).map((draw) => [draw.ieo_id, draw]))
  const unlocks = Map.groupBy(await readIeoUnlocks(sql, ids), (row) => row.ieo_id)
  return rows.map((row) => {
    const ieo = ieos.get(row.ieo_id)
    const draw = draws.get(row.ieo_id)
    if (!ieo) throw new Error(`ieo order ${row.id} has no project`)
    return {
      id: row.id,
      orderNo: row.order_no,
      ieoId: row.ieo_id,
      name: ieoNameOf(ieo),
      tokenSymbol: ieo.token,
      priceCurrency: ieo.currency,
      applyNum: trimIeoAmountZeros(row.num),
      winNum: row.won && trimIeoAmountZeros(row.won),
      paidNum: row.paid_num && trimIeoAmountZeros(row.paid_num),
      winPrice: row.win_price && trimIeoAmountZeros(row.win_price),
      amount: row.amount ?? (row.won && row.win_price && q8(multiply(row.won, row.win_price))),
      status: row.status,
      payEnd: asInstant(Number(ieo.pay_end_ms)),
      unlocked: trimIeoAmountZeros(row.tokens_free),
      unlock: ieoUnlockScheduleOf(unlocks.get(row.ieo_id) ?? []),
      proof: draw && row.leaf !== null ? { root: draw.root, leafIndex: row.leaf, seed: draw.seed } : null,
      createTime: asInstant(Number(row.created_ms)),
    }
  })
}

export const toIeoOrder = async (sql: Sql, row: IeoOrderRow): Promise<IeoOrder> => (await toIeoOrders(sql, [row]))[0] as IeoOrder
