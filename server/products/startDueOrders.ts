import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import { asInstant } from '#contract/time.ts'
import { productOrderStatus } from '#contract/states.ts'
import { isPositive } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import { postProductOrderLegs } from './money.ts'
import { lockIncomeRounds } from './rounds.ts'
import type { ProductOrderRow } from './rows.ts'
import { updateProductOrder, lockProductOrder } from './store.ts'

const atOnce = 1_000

// The day before its first, or the newest day whose incomes are fixed already: what starts late is in no sum before that.
const paidBefore = `greatest(to_char(o.start_day::date - 1, 'YYYY-MM-DD'),
  (select max(r.day) from product_round r where r.book = o.account_type and r.currency = o.income_currency))`

/** Starts every order whose first day has come. */
export async function startDueProductOrders(app: AppContext, kinds: ProductKindsByType): Promise<void> {
  const today = serverDayAt(app.clock.now())
  const plain = [...kinds.values()].filter(({ starting }) => !starting).map(({ type }) => type)
  while ((await startPlain(app, today, plain)) === atOnce);
  const special = [...kinds.values()].filter(({ starting }) => starting).map(({ type }) => type)
  // What one waits for, a unit value, all others of that product and day wait for.
  const waiting = new Set<string>()
  for (let after: { day: string; id: string } | undefined = { day: '0000-01-01', id: '0' }; after; ) {
    const rows: ProductOrderRow[] = await app.db.query<ProductOrderRow>(
      `select * from product_order where status = 0 and start_day <= $1 and type = any($2::smallint[]) and (start_day, id) > ($3, $4)
       order by start_day, id limit ${atOnce}`,
      [today, special, after.day, after.id],
    )
    for (const row of rows) {
      const what = `${row.product_id} ${row.start_day}`
      if (waiting.has(what)) continue
      const isStarted = await startOne(app, kinds, row).catch((error: unknown) => {
        log.error(`product order ${row.id} could not start`, error)
        return true
      })
      if (!isStarted) waiting.add(what)
    }
    const last: ProductOrderRow | undefined = rows.length === atOnce ? rows.at(-1) : undefined
    after = last && { day: last.start_day as string, id: last.id }
  }
}

/** Those with which nothing moves: many in one statement. */
const startPlain = (app: AppContext, today: string, types: readonly number[]): Promise<number> =>
  app.db.transaction(async (sql) => {
    const found = await sql.query<{ id: string }>(
      `select id from product_order where status = 0 and start_day <= $1 and type = any($2::smallint[])
       order by start_day, id limit ${atOnce} for update skip locked`,
      [today, [...types]],
    )
    if (found.length === 0) return 0
    await lockIncomeRounds(sql, 'shared')
    await sql.query(
      `update product_order o set status = 1, paid_through = case when o.weight > 0 then ${paidBefore} end where id = any($1::bigint[])`,
      [found.map(({ id }) => id)],
    )
    return found.length
  })

/** False where it cannot start yet. */
function startOne(app: AppContext, kinds: ProductKindsByType, { id, user_id, account_type }: ProductOrderRow): Promise<boolean> {
  return app.db.transaction(async (sql: Sql) => {
    await lockWallet(sql, user_id, account_type as AccountType)
    const order = await lockProductOrder(sql, id)
    const now = asInstant(app.clock.now())
    if (order.status !== productOrderStatus.notStarted || order.start_day === null || order.start_day > serverDayAt(now)) return true
    const start = await productKindOf(kinds, order).starting?.(sql, order, now)
    if (!start) return false
    const { legs, units, buyNav } = start
    const { held } = await postProductOrderLegs(sql, order, legs, now)
    await lockIncomeRounds(sql, 'shared')
    const [due] = await sql.query<{ day: string }>(`select ${paidBefore} as day from product_order o where id = $1`, [id])
    await updateProductOrder(sql, id, {
      status: productOrderStatus.running,
      held,
      paid_through: isPositive(order.weight) ? (due?.day ?? null) : null,
      ...(units !== undefined && { units }),
      ...(buyNav !== undefined && { buy_nav: buyNav }),
    })
    return true
  })
}
