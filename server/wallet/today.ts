import type { Decimal } from '#contract/decimal.ts'
import { startOfServerDayAt, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, divide, isPositive, q8, subtract, truncate, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { AssetValuationReader } from '../risk/valuation.ts'
import { netAccountFlowsUsdtSince } from './flows.ts'
import { type WalletAccountKey, accountNetValueAtDayStart } from './holdings.ts'
import { storedAccountValue } from './valueStore.ts'

/**
 * What today brought an account, in USDT: its value now − its value at 00:00 UTC+8 − the net flows since, and that as a share of what the value
 * would be without it. `net` is the value now, debt subtracted. The day's stored point is used, and computed while it is not stored yet.
 */
export async function readTodayProfit(
  app: AppContext,
  valuations: readonly AssetValuationReader[],
  sql: Sql,
  account: WalletAccountKey,
  net: Decimal,
): Promise<{ pnl: Decimal; rate: Decimal }> {
  const dayStartMs = startOfServerDayAt(app.clock.now())
  const stored = await storedAccountValue(sql, account, serverDayAt(dayStartMs))
  const began = stored ?? (await accountNetValueAtDayStart(app, valuations, sql, account, dayStartMs))
  const pnl = q8(subtract(net, add(began, await netAccountFlowsUsdtSince(app, sql, account, dayStartMs))))
  const before = subtract(net, pnl)
  return { pnl, rate: isPositive(before) ? truncate(divide(pnl, before), 6) : truncate(zero, 6) }
}
