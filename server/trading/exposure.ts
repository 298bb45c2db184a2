import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { MarketDataService } from '#market/market.ts'
import { add, compareDecimals, isPositive, multiply, q8, subtract, zero } from '#rules/decimal.ts'
import { readLoanDebt } from '../risk/debt.ts'
import type { AppContext } from '../core/appContext.ts'
import { readTradingAccountBalances, type TradingAccountScope } from '../orders/accountType.ts'
import { usdtValue, usdtPriceOf } from '../risk/usdtPrice.ts'
import type { PricedContractOrder } from './order.ts'
import { livePositionFieldsOf } from './position.ts'
import { readOpenPositions, readPendingContractOrders } from './store.ts'

/** A person's open contracts in one book may be worth at most this many times what the person has there (docs/rules/contracts.md). */
const mostExposure = '50'

/**
 * Refuses userExposure when open and pending notional with this order exceeds 50 × net assets (docs/rules/{ledger,contracts}.md): all buckets and the
 * unrealised profit by the newest prices, less what is owed on loans. What has no price counts as nothing, a position without one with its
 * margin alone. Refuses symbolExposure when more than the market's largest order would be open or pending in it, long and short together.
 */
export async function refuseExcessContractExposure(
  { market, clock }: Pick<AppContext, 'market' | 'clock'>,
  sql: Sql,
  own: TradingAccountScope,
  { spec, quantity, cost }: Pick<PricedContractOrder, 'spec' | 'quantity' | 'cost'>,
): Promise<void> {
  const open = await readOpenPositions(sql, own)
  const lives = open.map((row) => livePositionFieldsOf(row, market)).filter((live) => live !== undefined)
  const owned = subtract(await heldOf(sql, market, own), await owedOf(sql, own, clock.now()))
  const assets = lives.reduce((sum, live) => add(sum, live.profit), owned)
  const pending = await readPendingContractOrders(sql, own)
  const waiting = pending.reduce((sum, row) => add(sum, multiply(row.margin, String(row.lever))), cost.notional)
  const notional = lives.reduce((sum, live) => add(sum, live.notional), waiting)
  const most = isPositive(assets) ? multiply(assets, mostExposure) : zero
  if (compareDecimals(notional, most) > 0) throw new Refusal('userExposure', { max: q8(most) })
  const here = [...open, ...pending].filter(({ symbol }) => symbol === spec.symbol).reduce((sum, row) => add(sum, row.quantity), quantity)
  if (compareDecimals(here, spec.maxQty) > 0) throw new Refusal('symbolExposure', { max: `${spec.maxQty} ${spec.base}` })
}

/** All that the person holds in this book, in USDT. */
async function heldOf(sql: Sql, market: MarketDataService, own: TradingAccountScope): Promise<Decimal> {
  const balances = await readTradingAccountBalances(sql, own)
  return balances.reduce((sum, { currency, amount }) => {
    const usdtPrice = usdtPriceOf(market, currency)
    return usdtPrice ? add(sum, usdtValue(amount, usdtPrice)) : sum
  }, zero)
}

/** Loans are of the REAL book. */
const owedOf = async (sql: Sql, { userId, book }: TradingAccountScope, nowMs: number): Promise<Decimal> =>
  book === accountTypes.real ? (await readLoanDebt(sql, userId, nowMs)).total : zero
