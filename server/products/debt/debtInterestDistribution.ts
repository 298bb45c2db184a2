import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { divide, isPositive, truncate } from '#rules/decimal.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { AppContext } from '../../core/appContext.ts'
import { orderShareOfDebtInstalment } from './debtPart.ts'
import { type BorrowerPayment, borrowerPaymentIncomeDay } from './borrowerPayments.ts'
import type { DebtInstalment, DebtProject } from './debtStore.ts'
import { productOrderRefType } from '../money.ts'
import type { ProductOrderRow } from '../rows.ts'

const basisScale = 18

interface Share {
  order: ProductOrderRow
  interest: Decimal
}

/**
 * The interest of an instalment that is not the last, to many orders in one transaction, whole or not at all: no principal moves and no
 * order ends. Each order once, whatever crashes and whoever is at it too; one that waits for an earlier receipt is left for later.
 */
export async function distributeDebtInstalmentInterest(
  { db, clock }: AppContext,
  receipt: BorrowerPayment,
  project: DebtProject,
  due: DebtInstalment,
  found: readonly Pick<ProductOrderRow, 'id' | 'user_id'>[],
): Promise<void> {
  await db.transaction(async (sql) => {
    const orders = await lockAll(sql, receipt, found)
    const at = clock.now()
    const shares = orders.map((order): Share => ({ order, interest: orderShareOfDebtInstalment(project, due, order).interest }))
    const ids = shares.map(({ order }) => order.id)
    const amounts = shares.map(({ interest }) => interest)
    // A second row for an order breaks the key, and all of it is undone.
    await sql.query(
      `insert into debt_share (receipt_id, order_id, principal, interest, at_ms)
       select $3, id, 0, interest, $4 from unnest($1::bigint[], $2::numeric[]) as s (id, interest)`,
      [ids, amounts, receipt.id, at],
    )
    await payAll(
      sql,
      receipt,
      shares.filter(({ interest }) => isPositive(interest)),
      at,
    )
    await sql.query(
      `update product_order o set income_total = o.income_total + s.interest, returned = coalesce(o.returned, 0)
       from unnest($1::bigint[], $2::numeric[]) as s (id, interest) where o.id = s.id`,
      [ids, amounts],
    )
  })
}

/** Wallets first, in the order that everybody keeps, then the orders; gives those that still wait for this receipt and for none before it. */
async function lockAll(
  sql: Sql,
  { id, product_id, book }: BorrowerPayment,
  found: readonly Pick<ProductOrderRow, 'id' | 'user_id'>[],
): Promise<ProductOrderRow[]> {
  await sql.query('select from wallet where book = $1 and user_id = any($2::bigint[]) order by user_id for update', [
    book,
    [...new Set(found.map(({ user_id }) => user_id))],
  ])
  const ids = found.map((order) => order.id)
  await sql.query('select from product_order where id = any($1::bigint[]) order by id for update', [ids])
  // Asked once they are locked: somebody else may have paid them meanwhile.
  return sql.query<ProductOrderRow>(
    `select o.* from product_order o where o.id = any($1::bigint[]) and o.status in (1, 6)
       and not exists (
         select from debt_receipt r where r.product_id = $2 and r.book = $3 and r.status = 1 and r.id < $4
           and not exists (select from debt_share s where s.receipt_id = r.id and s.order_id = o.id))
       and not exists (select from debt_share s where s.receipt_id = $4 and s.order_id = o.id)
     order by o.id`,
    [ids, product_id, book, id],
  )
}

async function payAll(sql: Sql, receipt: BorrowerPayment, shares: readonly Share[], at: number): Promise<void> {
  const [first] = shares
  if (!first) return
  const ids = shares.map(({ order }) => order.id)
  await sql.query('select post_each($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
    receipt.book,
    productOrderRefType,
    at,
    first.order.currency,
    balanceRecordType.income,
    'BORROWERS',
    ids,
    shares.map(({ order }) => order.order_no),
    shares.map(({ order }) => order.user_id),
    shares.map(() => 'AVAIL'),
    shares.map(({ interest }) => interest),
  ])
  await sql.query(
    `insert into product_income (order_id, day, basis, paid, amount, at_ms)
     select id, $4, basis, 1, amount, $5 from unnest($1::bigint[], $2::numeric[], $3::numeric[]) as i (id, basis, amount)`,
    [
      ids,
      shares.map(({ order, interest }) => truncate(divide(interest, order.money), basisScale)),
      shares.map(({ interest }) => interest),
      borrowerPaymentIncomeDay(receipt),
      at,
    ],
  )
}
