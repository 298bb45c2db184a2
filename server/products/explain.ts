import type { ExplainedSettlement, SettlementExplainer } from '../orders/explainer.ts'
import { zeroOrOneSettlementFigure, settlementInput } from '../orders/explainer.ts'
import type { Decimal } from '#contract/decimal.ts'
import { productOrderStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'
import type { ProductDayValue } from './kind.ts'
import type { ProductKindsByType } from './kindOf.ts'
import { productIncomeRefType, productOrderRefType } from './money.ts'
import { trimDatabaseNumberZeros } from './plain.ts'
import type { ProductOrderRow } from './rows.ts'
import { findOwnProductOrder } from './store.ts'

const states: Record<number, ExplainedSettlement['state']> = {
  [productOrderStatus.notStarted]: 'pending',
  [productOrderStatus.running]: 'running',
  [productOrderStatus.frozen]: 'running',
  [productOrderStatus.exiting]: 'settling',
  [productOrderStatus.defaulted]: 'running',
  [productOrderStatus.ended]: 'done',
  [productOrderStatus.cancelled]: 'cancelled',
}

/** Why an order came out as it did, and why a day brought what it brought (docs/rules/{earn,ledger}.md). */
export const productSettlementExplainers = (kinds: ProductKindsByType): SettlementExplainer[] => [
  orderExplainer(kinds),
  incomeExplainer(kinds),
]

/** An order whose kind has a rule for its end; any other is told by its postings. */
const orderExplainer = (kinds: ProductKindsByType): SettlementExplainer => ({
  refType: productOrderRefType,
  explain: async (sql, id, userId) => {
    const order = isRowId(id) ? await findOwnProductOrder(sql, id, userId) : undefined
    const rule =
      order && order.status !== productOrderStatus.cancelled ? await kinds.get(order.type)?.explainOrder?.(order, sql) : undefined
    if (!order || !rule) return undefined
    return {
      what: productOrderRefType,
      orderNo: order.order_no,
      accountType: order.account_type,
      state: states[order.status] ?? 'running',
      at: asInstant(Number(order.closed_ms ?? order.bought_ms)),
      ...rule,
    }
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from product_order
       where id > $1 and status = 2 and type = any($5::smallint[]) and closed_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit, [...kinds.values()].filter(({ explainOrder }) => explainOrder).map(({ type }) => type)],
    ),
})

interface IncomeRow {
  basis: Decimal
  paid: Decimal
  amount: Decimal
  at_ms: string
  inputs: ProductDayValue['inputs']
}

const incomeExplainer = (kinds: ProductKindsByType): SettlementExplainer => ({
  refType: productIncomeRefType,
  explain: async (sql, ref, userId) => {
    const [, id = '', day = ''] = /^(\d+)-(\d{4}-\d\d-\d\d)$/.exec(ref) ?? []
    const order = isRowId(id) ? await findOwnProductOrder(sql, id, userId) : undefined
    const [row] = order
      ? await sql.query<IncomeRow>(
          `select i.*, d.inputs from product_income i join product_day d on d.product_id = $3 and d.day = i.day
           where i.order_id = $1 and i.day = $2`,
          [id, day, order.product_id],
        )
      : []
    return order && row && incomeOfDay(kinds, order, day, row)
  },
  // The amounts of all orders of a day follow from one number, and the check of the ledger looks at each of them at night; here the number itself
  // is worked out again from the record, by one order of each product, book and day.
  settled: (sql, { afterId, fromMs, toMs }) => (afterId === '0' ? oneOfEachDay(sql, fromMs, toMs) : Promise.resolve([])),
})

const oneOfEachDay = (sql: Sql, fromMs: number, toMs: number): Promise<{ id: string; userId: string }[]> =>
  sql.query<{ id: string; userId: string }>(
    `select o.id || '-' || u.day as id, o.user_id as "userId" from product_due u
     join product_day d on d.product_id = u.product_id and d.day = u.day
     cross join lateral (
       select p.id, p.user_id from product_order p join product_income i on i.order_id = p.id and i.day = u.day
       where p.product_id = u.product_id and p.account_type = u.book limit 1
     ) o where u.is_done and d.decided_ms between $1 and $2`,
    [fromMs, toMs],
  )

function incomeOfDay(kinds: ProductKindsByType, order: ProductOrderRow, day: string, row: IncomeRow): ExplainedSettlement {
  const value = trimDatabaseNumberZeros(row.basis)
  const rule = kinds.get(order.type)?.explainDay?.(order, day, { value, inputs: row.inputs })
  return {
    what: productIncomeRefType,
    formula: rule?.formula ?? 'income',
    orderNo: order.order_no,
    accountType: order.account_type,
    state: 'done',
    at: asInstant(Number(row.at_ms)),
    inputs: [
      settlementInput('day', day),
      settlementInput('weight', trimDatabaseNumberZeros(order.weight)),
      settlementInput('unit', order.income_currency),
      ...(rule?.inputs ?? [settlementInput('dayValue', value, 'rule')]),
      settlementInput('paid', trimDatabaseNumberZeros(row.paid), 'ledger'),
    ],
    figures: [...(rule?.figures ?? []), ...zeroOrOneSettlementFigure('income', row.amount, order.income_currency)],
    result: { name: 'income', value: row.amount, unit: order.income_currency },
    records: rule?.records ?? [],
  }
}
