import { productOrderStatus, earnProductType } from '#contract/states.ts'
import { asInstant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { incomesPayableThroughDay } from './days.ts'
import type { ProductOrderEnding } from './kind.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import { productOrderCapUsage } from './redeem.ts'
import { postProductOrderLegs } from './money.ts'
import type { ProductOrderRow } from './rows.ts'
import { updateProductOrder, addEndedProductAmount, releaseProductSaleCapacity, lockProductOrder, readProductsByIds } from './store.ts'
import { writeProductOrderNotice, notifyProductOrderBalances } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'

const atOnce = 500
const lanes = 4

// All incomes that an order gets are there: none comes after its end.
const isPaid = `(weight = 0 or end_day is null or paid_through >= to_char(end_day::date - 1, 'YYYY-MM-DD'))`

type Candidate = Pick<ProductOrderRow, 'id' | 'user_id' | 'account_type'>

/** Orders whose exit is due, in order of their ids behind `afterId`; and those whose term is over, once the last income is in. */
const dueOrders = (sql: Sql, nowMs: number, afterId: string): Promise<Candidate[]> =>
  sql.query<Candidate>(
    `select id, user_id, account_type from (
       (select id, user_id, account_type from product_order where status = 5 and exit_due_ms <= $1 and ${isPaid} and id > $3
        order by id limit ${atOnce})
       union all
       (select id, user_id, account_type from product_order where status = 1 and end_day <= $2 and ${isPaid} and id > $3
        order by id limit ${atOnce})
     ) due order by id limit ${atOnce}`,
    // A term ends with its last day's income, at 01:00.
    [nowMs, addServerDays(incomesPayableThroughDay(nowMs), 1), afterId],
  )

/** Ends what is due, each order in a transaction of its own. Gives how many could not be ended yet. */
export async function endDueProductOrders(app: AppContext, kinds: ProductKindsByType): Promise<number> {
  let waiting = 0
  for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
    const found: Candidate[] = await dueOrders(app.db, app.clock.now(), afterId)
    afterId = found.length === atOnce ? found.at(-1)?.id : undefined
    const people = [...Map.groupBy(found, ({ user_id }) => user_id).values()]
    const serve = async () => {
      for (let theirs = people.shift(); theirs; theirs = people.shift()) {
        for (const order of theirs) if (!(await endOne(app, kinds, order))) waiting++
      }
    }
    await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
  }
  return waiting
}

async function endOne(app: AppContext, kinds: ProductKindsByType, due: Candidate): Promise<boolean> {
  try {
    const isEnded = await transactionWithEffects(app.db, async (sql, afterCommit) => {
      await lockWallet(sql, due.user_id, due.account_type as AccountType)
      const order = await lockProductOrder(sql, due.id)
      const now = asInstant(app.clock.now())
      const isDue =
        order.status === productOrderStatus.exiting
          ? Number(order.exit_due_ms) <= now
          : order.status === productOrderStatus.running && order.end_day !== null && order.end_day <= serverDayAt(now)
      if (!isDue) return true
      const [product] = await readProductsByIds(sql, order.account_type, [order.product_id])
      const ending = product && (await productKindOf(kinds, order).ending(sql, order, product, now))
      if (!ending) return false
      await end(app, kinds, sql, order, ending, afterCommit)
      return true
    })
    return isEnded
  } catch (error) {
    log.error(`product order ${due.id} could not be ended`, error)
    return false
  }
}

async function end(
  app: AppContext,
  kinds: ProductKindsByType,
  sql: Sql,
  order: ProductOrderRow,
  { legs, fee, returned, stays }: ProductOrderEnding,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const now = app.clock.now()
  const { held } = await postProductOrderLegs(sql, order, legs, now)
  // Parts that were left before count too.
  const all = q8(add(order.returned ?? zero, returned))
  if (stays) {
    await updateProductOrder(sql, order.id, {
      status: productOrderStatus.running,
      units: stays.units,
      held,
      returned: all,
      exit_asked_ms: null,
      exit_due_ms: null,
      exit_fee: null,
      exit_units: null,
    })
  } else {
    await updateProductOrder(sql, order.id, { status: productOrderStatus.ended, closed_ms: now, held, returned: all })
    const leave = productKindOf(kinds, order).staysSold ? addEndedProductAmount : releaseProductSaleCapacity
    await leave(sql, order.product_id, order.account_type, productOrderCapUsage(order))
  }
  await notifyProductOrderBalances(app, sql, order, afterCommit)
  const isLeft = order.status === productOrderStatus.exiting
  const params = { returned: q8(returned), currency: order.currency }
  await (isLeft
    ? writeProductOrderNotice(app, sql, order, 'productLeft', { ...params, fee: q8(fee) }, afterCommit)
    : writeProductOrderNotice(
        app,
        sql,
        order,
        order.type === earnProductType.miner ? 'minerEnded' : 'productEnded',
        { ...params, income: q8(order.income_total), incomeCurrency: order.income_currency },
        afterCommit,
      ))
}
