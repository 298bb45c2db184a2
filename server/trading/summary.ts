import type { Reply } from '#contract/call.ts'
import type { trading } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { startOfWireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, divide, isPositive, q8, smaller, truncate, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { OwnBook } from '../ownBook.ts'
import { heldMargin } from './legs.ts'
import { liveOf } from './position.ts'
import { openPositionsOf, realisedSums } from './store.ts'

/**
 * The contracts of one book of a person at a glance. "Realised" is what closed positions really brought: profit + cover − both fees; won and lost count by it.
 * `todayRealised` is of positions closed since 00:00 UTC+8. `yieldRate` is totalRealised over the margins of closed positions, a fraction.
 * Positions without a price count as nothing in totalUnrealised and worstMarginRatio.
 */
export async function summaryOf(house: House, sql: Sql, own: OwnBook): Promise<Reply<typeof trading.positionsSummary>> {
  const now = house.clock.now()
  const open = await openPositionsOf(sql, own)
  const sums = await realisedSums(sql, own, startOfWireDay(now))
  const lives = open.map((row) => liveOf(row, house.market)).filter((live) => live !== undefined)
  const ratios = lives.map((live) => live.marginRatio)
  return {
    runningCount: open.length,
    totalMargin: q8(open.reduce((sum, row) => add(sum, heldMargin(row)), zero)),
    totalUnrealised: q8(lives.reduce((sum, live) => add(sum, live.profit), zero)),
    todayRealised: q8(sums.today),
    totalRealised: q8(sums.total),
    winCount: sums.won,
    lossCount: sums.lost,
    yieldRate: isPositive(sums.staked) ? truncate(divide(sums.total, sums.staked), 6) : truncate(zero, 6),
    worstMarginRatio: ratios.length > 0 ? ratios.reduce<Decimal>(smaller, ratios[0] as Decimal) : null,
    asOf: now,
  }
}
