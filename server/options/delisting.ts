import { closeReason } from '#contract/states.ts'
import type { AppContext } from '../core/appContext.ts'
import type { DelistingRecord, SettleDelistedMarket } from '../orders/delistings.ts'
import type { Sql } from '#db/database.ts'
import { closeOptionAtBid } from './close.ts'
import { endOptionsOfPerson } from './endOptions.ts'
import { optionBidOf, type OptionPositionRow } from './position.ts'
import { openOptionsBeyond } from './store.ts'
import { optionSurfacesNow, publishedOptionSurface } from './surface.ts'

/**
 * Sells every option that would outlast its delisted market back at its bid of the one record that settles, as its person could, without a fee
 * (docs/rules/options.md). One that expires by then, or is of another feed, ends by its expiry.
 */
export const sellOptionsOfDelisted =
  (app: AppContext): SettleDelistedMarket =>
  async ({ symbol, endsSec, on }) => {
    const rest = () => openOptionsBeyond(app.db, symbol, on?.feed ?? app.market.feed, on ? Math.max(endsSec, on.sec) : endsSec)
    // One by one: an option that fails keeps no other.
    if (on) for (const row of await rest()) await endOptionsOfPerson(app, [row], (locked, sql) => sell(app, sql, locked, on))
    return { left: (await rest()).length }
  }

async function sell(app: AppContext, sql: Sql, row: OptionPositionRow, on: DelistingRecord): Promise<OptionPositionRow | undefined> {
  const published = await publishedOptionSurface(sql, on.feed, row.symbol, on.sec)
  const surfaces = published ? new Map([[row.symbol, published.surface]]) : await optionSurfacesNow(app, sql)
  const bid = optionBidOf(row, on.price, surfaces, on.sec * 1000)
  return closeOptionAtBid(sql, row, { bid, sec: on.sec, reason: closeReason.delisting, at: app.clock.now() })
}
