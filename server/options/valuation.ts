import type { Decimal } from '#contract/decimal.ts'
import { add, multiply, q8, zero } from '#rules/decimal.ts'
import type { ImpliedVolatilitySurface } from '#rules/option/option.ts'
import type { AppContext } from '../core/appContext.ts'
import type { AssetValuationReader, BatchAssetValuationReader } from '../risk/valuation.ts'
import { optionBidOf, type OptionPositionRow } from './position.ts'
import { readOpenOptions, readOptionsOpenAt, readOpenRealOptions } from './store.ts'
import { readOptionSurfacesForPrices, readOptionSurfacesNow } from './surface.ts'

/** What can be had for one at its bid. */
const worthAt = (row: OptionPositionRow, mid: Decimal, surfaces: Parameters<typeof optionBidOf>[2], atMs: number): Decimal =>
  q8(multiply(optionBidOf(row, mid, surfaces, atMs), row.quantity))

/** Open options of many people in the REAL book at their bids, in USDT, by person. */
export const createOptionBatchValuationReader =
  (app: AppContext): BatchAssetValuationReader =>
  async (sql, userIds) => {
    const rows = await readOpenRealOptions(sql, userIds)
    if (rows.length === 0) return new Map()
    const surfaces = await readOptionSurfacesNow(app, sql)
    const sums = new Map<string, Decimal>()
    for (const row of rows) {
      const quote = app.market.quote(row.symbol)
      if (!quote) continue
      const usdt = worthAt(row, quote.mid, surfaces, app.clock.now())
      sums.set(row.user_id, add(sums.get(row.user_id) ?? zero, usdt))
    }
    return sums
  }

/**
 * Open options at their bids (docs/rules/ledger.md), or those that were open just before a moment at their bids of then. One without any price counts
 * as nothing and is listed as stale.
 */
export const createOptionValuationReader =
  (app: AppContext): AssetValuationReader =>
  async (sql, { userId, accountType, prices, atMs }) => {
    const rows =
      atMs === undefined ? await readOpenOptions(sql, userId, accountType) : await readOptionsOpenAt(sql, userId, accountType, atMs)
    const surfaces =
      rows.length === 0
        ? new Map<string, ImpliedVolatilitySurface>()
        : await readOptionSurfacesForPrices(app, sql, prices, atMs !== undefined)
    const held = rows.map((row) => {
      const quote = prices.quote(row.symbol)
      const usdt = quote ? worthAt(row, quote.mid, surfaces, atMs ?? app.clock.now()) : zero
      return { row, quote, usdt }
    })
    return [
      {
        group: 'option',
        usdt: q8(held.reduce((sum, each) => add(sum, each.usdt), zero)),
        secs: held.flatMap(({ quote }) => quote?.sec ?? []),
        stale: held.filter(({ quote }) => quote?.stale !== false).map(({ row }) => row.symbol),
      },
    ]
  }
