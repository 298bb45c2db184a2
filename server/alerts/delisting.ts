import type { AppContext } from '../core/appContext.ts'
import { endPriceAlertsOfMarket } from './store.ts'
import type { SettleDelistedMarket } from '../orders/delistings.ts'

/** Ends the alerts that wait for a price of a delisted market: they are done without having gone off. */
export const createDelistedAlertsEnder =
  (app: AppContext): SettleDelistedMarket =>
  async ({ symbol }) => {
    await endPriceAlertsOfMarket(app.db, symbol)
    return { left: 0 }
  }
