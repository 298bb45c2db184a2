import { accountTypes } from '#contract/constants.ts'
import { productOrderStatus, balanceRecordType } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import { type AccountType, type Leg, lockWallet } from '#ledger/ledger.ts'
import { isPositive, isZero, negate } from '#rules/decimal.ts'
import type { AppContext } from '../../core/appContext.ts'
import { log } from '../../core/log.ts'
import { productCoolingOffMs } from '../cooling.ts'
import { postProductOrderLegs } from '../money.ts'
import type { ProductOrderRow } from '../rows.ts'
import { updateProductOrder, lockProductOrder } from '../store.ts'

const atOnce = 200

/** The price of a machine from the buyer's INVEST to the house: nothing where it is there already. */
export function minerSaleLegs({ user_id: user, currency, held }: ProductOrderRow): Leg[] {
  if (isZero(held)) return []
  return [
    { user, currency, bucket: 'INVEST', amount: negate(held), type: balanceRecordType.minerBuy },
    { house: 'SALES', currency, amount: held },
  ]
}

const isOver = ({ account_type, bought_ms }: ProductOrderRow, now: number): boolean =>
  account_type === accountTypes.demo || Number(bought_ms) + productCoolingOffMs <= now

/** Takes the price of every running machine whose cooling-off is over; until then it lies with the buyer. */
export async function completeDueMinerSales(app: AppContext, now: Instant): Promise<void> {
  for (let after: { bought_ms: string; id: string } | undefined = { bought_ms: '0', id: '0' }; after; ) {
    const found: ProductOrderRow[] = await app.db.query<ProductOrderRow>(
      `select * from product_order where type = 4 and status = 1 and held > 0 and (account_type = $1 or bought_ms <= $2)
         and (bought_ms, id) > ($3, $4) order by bought_ms, id limit ${atOnce}`,
      [accountTypes.demo, now - productCoolingOffMs, after.bought_ms, after.id],
    )
    for (const row of found)
      await sell(app, row).catch((error: unknown) => log.error(`the machines of order ${row.id} were not sold`, error))
    const last = found.length === atOnce ? found.at(-1) : undefined
    after = last && { bought_ms: last.bought_ms, id: last.id }
  }
}

const sell = (app: AppContext, { id, user_id, account_type }: ProductOrderRow): Promise<void> =>
  app.db.transaction(async (sql) => {
    await lockWallet(sql, user_id, account_type as AccountType)
    const order = await lockProductOrder(sql, id)
    const now = app.clock.now()
    if (order.status !== productOrderStatus.running || !isPositive(order.held) || !isOver(order, now)) return
    const { held } = await postProductOrderLegs(sql, order, minerSaleLegs(order), now)
    await updateProductOrder(sql, id, { held })
  })
