import { productOrderStatus, productType } from '#contract/states.ts'
import { asInstant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type Book, lockWallet } from '#ledger/ledger.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import { dayPlus } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { payableThrough } from './days.ts'
import type { Ending } from './kind.ts'
import { kindOf, type ProductKinds } from './kindOf.ts'
import { takenBy } from './leave.ts'
import { postOrder } from './money.ts'
import type { ProductOrderRow } from './rows.ts'
import { changeOrder, endSold, giveSold, lockOrder, productsById } from './store.ts'
import { notify, tellMoney } from './tell.ts'

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
    [nowMs, dayPlus(payableThrough(nowMs), 1), afterId],
  )

/** Ends what is due, each order in a transaction of its own. Gives how many could not be ended yet. */
export async function endDueOrders(house: House, kinds: ProductKinds): Promise<number> {
  let waiting = 0
  for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
    const found: Candidate[] = await dueOrders(house.db, house.clock.now(), afterId)
    afterId = found.length === atOnce ? found.at(-1)?.id : undefined
    const people = [...Map.groupBy(found, ({ user_id }) => user_id).values()]
    const serve = async () => {
      for (let theirs = people.shift(); theirs; theirs = people.shift()) {
        for (const one of theirs) if (!(await endOne(house, kinds, one))) waiting++
      }
    }
    await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
  }
  return waiting
}

async function endOne(house: House, kinds: ProductKinds, due: Candidate): Promise<boolean> {
  const effects: (() => void)[] = []
  try {
    const isEnded = await house.db.transaction(async (sql) => {
      effects.length = 0
      await lockWallet(sql, due.user_id, due.account_type as Book)
      const order = await lockOrder(sql, due.id)
      const now = asInstant(house.clock.now())
      const isDue =
        order.status === productOrderStatus.exiting
          ? Number(order.exit_due_ms) <= now
          : order.status === productOrderStatus.running && order.end_day !== null && order.end_day <= wireDay(now)
      if (!isDue) return true
      const [product] = await productsById(sql, order.account_type, [order.product_id])
      const ending = product && (await kindOf(kinds, order).ending(sql, order, product, now))
      if (!ending) return false
      await end(house, kinds, sql, order, ending, (effect) => effects.push(effect))
      return true
    })
    for (const effect of effects) effect()
    return isEnded
  } catch (error) {
    console.error(`product order ${due.id} could not be ended`, error)
    return false
  }
}

async function end(
  house: House,
  kinds: ProductKinds,
  sql: Sql,
  order: ProductOrderRow,
  { legs, fee, returned, stays }: Ending,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const now = house.clock.now()
  const { held } = await postOrder(sql, order, legs, now)
  // Parts that were left before count too.
  const all = q8(add(order.returned ?? zero, returned))
  if (stays) {
    await changeOrder(sql, order.id, {
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
    await changeOrder(sql, order.id, { status: productOrderStatus.ended, closed_ms: now, held, returned: all })
    const leave = kindOf(kinds, order).staysSold ? endSold : giveSold
    await leave(sql, order.product_id, order.account_type, takenBy(order))
  }
  await tellMoney(house, sql, order, afterCommit)
  const isLeft = order.status === productOrderStatus.exiting
  const told = { returned: q8(returned), currency: order.currency }
  await (isLeft
    ? notify(house, sql, order, 'productLeft', { ...told, fee: q8(fee) }, afterCommit)
    : notify(
        house,
        sql,
        order,
        order.type === productType.miner ? 'minerEnded' : 'productEnded',
        { ...told, income: q8(order.income_total), incomeCurrency: order.income_currency },
        afterCommit,
      ))
}
