import { book } from '#contract/constants.ts'
import { ieoOrderStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8, subtract, zero } from '#rules/decimal.ts'
import { type Explained, type Explainer, figure, input } from '../explained.ts'
import { isRowId } from '../ids.ts'
import { orderRef } from './money.ts'
import { plain } from './project.ts'
import type { IeoRow, OwnedOrder, UnlockRow } from './rows.ts'
import { ieosById, ownOrder, unlocksOf } from './store.ts'

/** Why a token subscription cost what it cost and set free what it did (product §1.3 call 51, §2.11). */
export const ieoExplainer: Explainer = {
  refType: orderRef,
  explain: async (sql, id, userId) => {
    const order = isRowId(id) ? await ownOrder(sql, id, userId) : undefined
    return order && explained(sql, order)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from ieo_order
       where id > $1 and user_id is not null and won is not null and closed_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
}

const states: Record<number, Explained['state']> = {
  [ieoOrderStatus.applied]: 'pending',
  [ieoOrderStatus.won]: 'running',
  [ieoOrderStatus.paid]: 'running',
  [ieoOrderStatus.unlocking]: 'running',
  [ieoOrderStatus.notWon]: 'done',
  [ieoOrderStatus.done]: 'done',
  [ieoOrderStatus.lapsed]: 'done',
  [ieoOrderStatus.cancelled]: 'cancelled',
}

async function explained(sql: Sql, order: OwnedOrder): Promise<Explained> {
  const [ieo] = await ieosById(sql, [order.ieo_id])
  if (!ieo) throw new Error(`ieo order ${order.id} has no project`)
  const schedule = await unlocksOf(sql, [ieo.id])
  const { status, num, won, win_price, paid_num, paid_ms, closed_ms, created_ms } = order
  const figures = figuresOf(order, ieo)
  return {
    what: orderRef,
    formula: orderRef,
    orderNo: order.order_no,
    accountType: book.real,
    state: states[status] ?? 'running',
    at: asInstant(Number(closed_ms ?? paid_ms ?? created_ms)),
    inputs: [
      input('coin', ieo.token),
      input('unit', ieo.currency),
      input('applied', plain(num)),
      ...(won === null || win_price === null ? [] : [input('won', plain(won), 'rule'), input('winPrice', plain(win_price), 'rule')]),
      ...(paid_num === null ? [] : [input('paidFor', plain(paid_num)), input('parts', schedule.length, 'rule')]),
      ...freed(order, schedule).map(({ at_ms, percent }) => input(`percent@${Number(at_ms) / 1000}`, plain(percent), 'rule')),
    ],
    figures,
    result: resultOf(order, figures),
    records: [],
  }
}

/** The parts that are free; of a project that was called off none is. */
const freed = ({ status, unlocked_through }: OwnedOrder, schedule: readonly UnlockRow[]): readonly UnlockRow[] =>
  status === ieoOrderStatus.cancelled ? [] : schedule.filter(({ place }) => place <= unlocked_through)

function figuresOf(
  { status, won, paid_num, amount, refunded, tokens_free }: OwnedOrder,
  { token, currency }: IeoRow,
): Explained['figures'] {
  const isLapsed = status === ieoOrderStatus.lapsed || status === ieoOrderStatus.notWon
  const lapsed = won === null ? null : q8(subtract(won, paid_num ?? zero))
  if (paid_num === null) return isLapsed ? figure('lapsed', lapsed, token) : []
  if (status === ieoOrderStatus.cancelled) return [...figure('give', amount, currency), ...figure('returned', refunded, currency)]
  return [...figure('give', amount, currency), ...figure('lapsed', lapsed, token), ...figure('get', tokens_free, token)]
}

/** Tokens in all once all are free; what came back, or what lapsed, when it ended otherwise. */
function resultOf({ status }: OwnedOrder, figures: Explained['figures']): Explained['result'] {
  const name =
    status === ieoOrderStatus.done
      ? 'get'
      : status === ieoOrderStatus.cancelled
        ? 'returned'
        : status === ieoOrderStatus.lapsed || status === ieoOrderStatus.notWon
          ? 'lapsed'
          : undefined
  return figures.find((one) => one.name === name) ?? null
}
