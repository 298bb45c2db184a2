import { book } from '#contract/constants.ts'
import { productOrderStatus, recordType } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import { type Book, type Leg, lockWallet } from '#ledger/ledger.ts'
import { isPositive, isZero, negate } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { coolingMs } from './cooling.ts'
import { postOrder } from './money.ts'
import type { ProductOrderRow } from './rows.ts'
import { changeOrder, lockOrder } from './store.ts'

const atOnce = 200

/** The price of a machine from the buyer's INVEST to the house: nothing where it is there already. */
export function sellingLegs({ user_id: user, currency, held }: ProductOrderRow): Leg[] {
  if (isZero(held)) return []
  return [
    { user, currency, bucket: 'INVEST', amount: negate(held), type: recordType.minerBuy },
    { house: 'SALES', currency, amount: held },
  ]
}

const isOver = ({ account_type, bought_ms }: ProductOrderRow, now: number): boolean =>
  account_type === book.demo || Number(bought_ms) + coolingMs <= now

/** Takes the price of every running machine whose cooling-off is over; until then it lies with the buyer. */
export async function sellDue(house: House, now: Instant): Promise<void> {
  for (let after: { bought_ms: string; id: string } | undefined = { bought_ms: '0', id: '0' }; after; ) {
    const found: ProductOrderRow[] = await house.db.query<ProductOrderRow>(
      `select * from product_order where type = 4 and status = 1 and held > 0 and (account_type = $1 or bought_ms <= $2)
         and (bought_ms, id) > ($3, $4) order by bought_ms, id limit ${atOnce}`,
      [book.demo, now - coolingMs, after.bought_ms, after.id],
    )
    for (const row of found)
      await sell(house, row).catch((error: unknown) => console.error(`the machines of order ${row.id} were not sold`, error))
    const last = found.length === atOnce ? found.at(-1) : undefined
    after = last && { bought_ms: last.bought_ms, id: last.id }
  }
}

const sell = (house: House, { id, user_id, account_type }: ProductOrderRow): Promise<void> =>
  house.db.transaction(async (sql) => {
    await lockWallet(sql, user_id, account_type as Book)
    const order = await lockOrder(sql, id)
    const now = house.clock.now()
    if (order.status !== productOrderStatus.running || !isPositive(order.held) || !isOver(order, now)) return
    const { held } = await postOrder(sql, order, sellingLegs(order), now)
    await changeOrder(sql, id, { held })
  })
