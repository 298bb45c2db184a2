import type { CallReply } from '#contract/call.ts'
import type { trading } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { startOfServerDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, divide, isPositive, q8, smallerDecimal, truncate, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { TradingAccountScope } from '../orders/accountType.ts'
import { totalPositionMargin } from './legs.ts'
import { livePositionFieldsOf } from './position.ts'
import { readOpenPositions, readRealisedPositionSums } from './store.ts'

/**
 * The contracts of one book of a person at a glance. "Realised" is what closed positions really brought: profit + cover − both fees; won and lost count by it.
 * `todayRealised` is of positions closed since 00:00 UTC+8. `competitionYieldRate` is totalRealised over the margins of closed positions, a fraction.
 * Positions without a price count as nothing in totalUnrealised and worstMarginRatio.
 */
export async function readPositionsSummary(
  app: AppContext,
  sql: Sql,
  own: TradingAccountScope,
): Promise<CallReply<typeof trading.positionsSummary>> {
  const now = app.clock.now()
  const open = await readOpenPositions(sql, own)
  const sums = await readRealisedPositionSums(sql, own, startOfServerDayAt(now))
  const lives = open.map((row) => livePositionFieldsOf(row, app.market)).filter((live) => live !== undefined)
  const ratios = lives.map((live) => live.marginRatio)
  return {
    runningCount: open.length,
    totalMargin: q8(open.reduce((sum, row) => add(sum, totalPositionMargin(row)), zero)),
    totalUnrealised: q8(lives.reduce((sum, live) => add(sum, live.profit), zero)),
    todayRealised: q8(sums.today),
    totalRealised: q8(sums.total),
    winCount: sums.won,
    lossCount: sums.lost,
    yieldRate: isPositive(sums.staked) ? truncate(divide(sums.total, sums.staked), 6) : truncate(zero, 6),
    worstMarginRatio: ratios.length > 0 ? ratios.reduce<Decimal>(smallerDecimal, ratios[0] as Decimal) : null,
    asOf: now,
  }
}
