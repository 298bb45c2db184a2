import type { AppContext } from '../core/appContext.ts'
import { endPriceAlertsOf } from './store.ts'
import type { SettleDelistedMarket } from '../orders/delistings.ts'

/** Ends the alerts that wait for a price of a delisted market: they are done without having gone off. */
export const endAlertsOfDelisted =
  (app: AppContext): SettleDelistedMarket =>
  async ({ symbol }) => {
    await endPriceAlertsOf(app.db, symbol)
    return { left: 0 }
  }
