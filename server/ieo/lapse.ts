import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import { compare } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { writeNotices } from '../notice.ts'
import { plain } from './project.ts'
import type { IeoOrderRow, IeoRow } from './rows.ts'
import { lockIeo } from './store.ts'
import { noticeOf, told } from './tell.ts'

const atOnce = 1_000

/**
 * Whatever was won and not paid for in time lapses without a charge. It counts towards a pause unless the price was above the estimate:
 * then anybody may decline freely (product §2.11), or the person was
 * on a break and could not pay.
 */
export async function lapseUnpaid(house: House, ieo: IeoRow): Promise<void> {
  const isFree = compare(ieo.win_price, ieo.estimate_price) > 0
  while ((await lapseSome(house, ieo, isFree)) === atOnce);
}

const lapseSome = (house: House, ieo: IeoRow, isFree: boolean): Promise<number> =>
  told(house, async (sql, afterCommit) => {
    // Called off meanwhile: then nothing lapses.
    if ((await lockIeo(sql, ieo.id, 'share'))?.status !== ieoStatus.unlocking) return 0
    const lapsed = await sql.query<IeoOrderRow>(
      `update ieo_order o set status = $2, closed_ms = $4, is_counted = user_id is not null and not $3::boolean and not exists (
         select from trading_break b join ieo_draw d on d.ieo_id = o.ieo_id
         where b.user_id = o.user_id and b.scope = 'all' and b.until_ms > d.drawn_ms and b.from_ms < $6)
       where id in (select id from ieo_order where ieo_id = $1 and status = $5 order by id limit ${atOnce} for update) returning *`,
      [ieo.id, ieoOrderStatus.lapsed, isFree, house.clock.now(), ieoOrderStatus.won, ieo.pay_end_ms],
    )
    const notices = lapsed.flatMap(({ id, user_id, won }) =>
      user_id === null || won === null ? [] : [noticeOf(ieo, { id, user_id }, 'ieoLapsed', { num: plain(won) })],
    )
    await writeNotices(house, sql, notices, afterCommit)
    return lapsed.length
  })
