import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import { compareDecimals } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { trimIeoAmountZeros } from './project.ts'
import type { IeoOrderRow, IeoRow } from './rows.ts'
import { lockIeo } from './store.ts'
import { ieoOrderNoticeOf } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'

const atOnce = 1_000

/**
 * Whatever was won and not paid for in time lapses without a charge. It counts towards a pause unless the price was above the estimate:
 * then anybody may decline freely (docs/rules/token-sales.md), or the person was
 * on a break and could not pay.
 */
export async function lapseUnpaidIeoOrders(app: AppContext, ieo: IeoRow): Promise<void> {
  const isFree = compareDecimals(ieo.win_price, ieo.estimate_price) > 0
  while ((await lapseSome(app, ieo, isFree)) === atOnce);
}

const lapseSome = (app: AppContext, ieo: IeoRow, isFree: boolean): Promise<number> =>
  transactionWithEffects(app.db, async (sql, afterCommit) => {
    // Called off meanwhile: then nothing lapses.
    if ((await lockIeo(sql, ieo.id, 'share'))?.status !== ieoStatus.unlocking) return 0
    const lapsed = await sql.query<IeoOrderRow>(
      `update ieo_order o set status = $2, closed_ms = $4, is_counted = user_id is not null and not $3::boolean and not exists (
         select from trading_break b join ieo_draw d on d.ieo_id = o.ieo_id
         where b.user_id = o.user_id and b.scope = 'all' and b.until_ms > d.drawn_ms and b.from_ms < $6)
       where id in (select id from ieo_order where ieo_id = $1 and status = $5 order by id limit ${atOnce} for update) returning *`,
      [ieo.id, ieoOrderStatus.lapsed, isFree, app.clock.now(), ieoOrderStatus.won, ieo.pay_end_ms],
    )
    const notices = lapsed.flatMap(({ id, user_id, won }) =>
      user_id === null || won === null ? [] : [ieoOrderNoticeOf(ieo, { id, user_id }, 'ieoLapsed', { num: trimIeoAmountZeros(won) })],
    )
    await writeNotices(app, sql, notices, afterCommit)
    return lapsed.length
  })
