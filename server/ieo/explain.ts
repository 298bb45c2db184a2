import { accountTypes } from '#contract/constants.ts'
import { ieoOrderStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8, subtract, zero } from '#rules/decimal.ts'
import { type ExplainedSettlement, type SettlementExplainer, zeroOrOneSettlementFigure, settlementInput } from '../orders/explainer.ts'
import { isRowId } from '../core/ids.ts'
import { ieoOrderRefType } from './money.ts'
import { trimIeoAmountZeros } from './project.ts'
import type { IeoRow, OwnedIeoOrder, IeoUnlockRow } from './rows.ts'
import { readIeosByIds, findOwnIeoOrder, readIeoUnlocks } from './store.ts'

/** Why a token subscription cost what it cost and set free what it did (docs/rules/{ledger,token-sales}.md). */
export const ieoSettlementExplainer: SettlementExplainer = {
  refType: ieoOrderRefType,
  explain: async (sql, id, userId) => {
    const order = isRowId(id) ? await findOwnIeoOrder(sql, id, userId) : undefined
    return order && explained(sql, order)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from ieo_order
       where id > $1 and user_id is not null and won is not null and closed_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
}

const states: Record<number, ExplainedSettlement['state']> = {
  [ieoOrderStatus.applied]: 'pending',
  [ieoOrderStatus.won]: 'running',
  [ieoOrderStatus.paid]: 'running',
  [ieoOrderStatus.unlocking]: 'running',
  [ieoOrderStatus.notWon]: 'done',
  [ieoOrderStatus.done]: 'done',
  [ieoOrderStatus.lapsed]: 'done',
  [ieoOrderStatus.cancelled]: 'cancelled',
}

async function explained(sql: Sql, order: OwnedIeoOrder): Promise<ExplainedSettlement> {
  const [ieo] = await readIeosByIds(sql, [order.ieo_id])
  if (!ieo) throw new Error(`ieo order ${order.id} has no project`)
  const schedule = await readIeoUnlocks(sql, [ieo.id])
  const { status, num, won, win_price, paid_num, paid_ms, closed_ms, created_ms } = order
  const figures = figuresOf(order, ieo)
  return {
    what: ieoOrderRefType,
    formula: ieoOrderRefType,
    orderNo: order.order_no,
    accountType: accountTypes.real,
    state: states[status] ?? 'running',
    at: asInstant(Number(closed_ms ?? paid_ms ?? created_ms)),
    inputs: [
      settlementInput('coin', ieo.token),
      settlementInput('unit', ieo.currency),
      settlementInput('applied', trimIeoAmountZeros(num)),
      ...(won === null || win_price === null
        ? []
        : [settlementInput('won', trimIeoAmountZeros(won), 'rule'), settlementInput('winPrice', trimIeoAmountZeros(win_price), 'rule')]),
      ...(paid_num === null
        ? []
        : [settlementInput('paidFor', trimIeoAmountZeros(paid_num)), settlementInput('parts', schedule.length, 'rule')]),
      ...freed(order, schedule).map(({ at_ms, percent }) =>
        settlementInput(`percent@${Number(at_ms) / 1000}`, trimIeoAmountZeros(percent), 'rule'),
      ),
    ],
    figures,
    result: resultOf(order, figures),
    records: [],
  }
}

/** The parts that are free; of a project that was called off none is. */
const freed = ({ status, unlocked_through }: OwnedIeoOrder, schedule: readonly IeoUnlockRow[]): readonly IeoUnlockRow[] =>
  status === ieoOrderStatus.cancelled ? [] : schedule.filter(({ place }) => place <= unlocked_through)

function figuresOf(
  { status, won, paid_num, amount, refunded, tokens_free }: OwnedIeoOrder,
  { token, currency }: IeoRow,
): ExplainedSettlement['figures'] {
  const isLapsed = status === ieoOrderStatus.lapsed || status === ieoOrderStatus.notWon
  const lapsed = won === null ? null : q8(subtract(won, paid_num ?? zero))
  if (paid_num === null) return isLapsed ? zeroOrOneSettlementFigure('lapsed', lapsed, token) : []
  if (status === ieoOrderStatus.cancelled)
    return [...zeroOrOneSettlementFigure('give', amount, currency), ...zeroOrOneSettlementFigure('returned', refunded, currency)]
  return [
    ...zeroOrOneSettlementFigure('give', amount, currency),
    ...zeroOrOneSettlementFigure('lapsed', lapsed, token),
    ...zeroOrOneSettlementFigure('get', tokens_free, token),
  ]
}

/** Tokens in all once all are free; what came back, or what lapsed, when it ended otherwise. */
function resultOf({ status }: OwnedIeoOrder, figures: ExplainedSettlement['figures']): ExplainedSettlement['result'] {
  const name =
    status === ieoOrderStatus.done
      ? 'get'
      : status === ieoOrderStatus.cancelled
        ? 'returned'
        : status === ieoOrderStatus.lapsed || status === ieoOrderStatus.notWon
          ? 'lapsed'
          : undefined
  return figures.find((figure) => figure.name === name) ?? null
}
