import { closeReason } from '#contract/states.ts'
import type { AppContext } from '../core/appContext.ts'
import type { DelistingSettlementPrice, SettleDelistedMarket } from '../orders/delistings.ts'
import type { Sql } from '#db/database.ts'
import { bookOptionClose } from './close.ts'
import { endOptionsInOneTransaction } from './endOptions.ts'
import { optionBidOf, type OptionPositionRow } from './position.ts'
import { readOpenOptionsExpiringAfter } from './store.ts'
import { readOptionSurfacesNow, findPublishedOptionSurface } from './surface.ts'

/**
 * Sells every option that would outlast its delisted market back at its bid of the one record that settles, as its person could, without a fee
 * (docs/rules/options.md). One that expires by then, or is of another feed, ends by its expiry.
 */
export const createDelistedOptionsSeller =
  (app: AppContext): SettleDelistedMarket =>
  async ({ symbol, endsSec, on }) => {
    const rest = () => readOpenOptionsExpiringAfter(app.db, symbol, on?.feed ?? app.market.feed, on ? Math.max(endsSec, on.sec) : endsSec)
    // One by one: an option that fails keeps no other.
    if (on) for (const row of await rest()) await endOptionsInOneTransaction(app, [row], (locked, sql) => sell(app, sql, locked, on))
    return { left: (await rest()).length }
  }

async function sell(
  app: AppContext,
  sql: Sql,
  row: OptionPositionRow,
  on: DelistingSettlementPrice,
): Promise<OptionPositionRow | undefined> {
  const published = await findPublishedOptionSurface(sql, on.feed, row.symbol, on.sec)
  const surfaces = published ? new Map([[row.symbol, published.surface]]) : await readOptionSurfacesNow(app, sql)
  const bid = optionBidOf(row, on.price, surfaces, on.sec * 1000)
  return bookOptionClose(sql, row, { bid, sec: on.sec, reason: closeReason.delisting, at: app.clock.now() })
}
