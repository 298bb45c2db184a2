import type { WalletAssets } from '#contract/calls/wallet.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { add, divide, q8, subtract } from '#rules/decimal.ts'
import { sumMoney, usdtValueOrZero } from '../risk/accountValue.ts'
import type { AppContext } from '../core/appContext.ts'
import type { AssetValuationReader } from '../risk/valuation.ts'
import { hasUsdtMarket, usdtPriceOf } from '../risk/usdtPrice.ts'
import { readAccountHoldings } from './holdings.ts'
import { readTodayProfit } from './today.ts'

/**
 * Everything a person has in one account, in USDT by the newest records (docs/rules/ledger.md). A stale price still values, and its currency is listed;
 * a currency without any price counts as nothing: `price` in the list is null, and it is stale where it has a market. `valuations` are the modules whose holdings are counted besides balances and
 * contracts. Refuses validation for a target without a price.
 */
export async function readAccountAssets(
  app: AppContext,
  valuations: readonly AssetValuationReader[],
  sql: Sql,
  userId: string,
  accountType: number,
  target: string,
): Promise<WalletAssets> {
  const now = app.clock.now()
  const targetWorth = usdtPriceOf(app.market, target)
  if (!targetWorth) throw new Refusal('validation', { field: 'target', rule: 'a currency with a price' })
  const account = { userId, accountType }
  const {
    balances: valued,
    contracts,
    unrealised,
    others: otherHoldings,
    debt,
    total,
    net,
  } = await readAccountHoldings(app, valuations, sql, account)
  const today = await readTodayProfit(app, valuations, sql, account, net)
  const staleContracts = contracts
    .filter((contract) => app.market.quote(contract.symbol)?.stale !== false)
    .map((contract) => contract.symbol)
  // What has no market counts as nothing for good: that is no price that grew old.
  const staleBalances = valued
    .filter(({ usdtPrice, balance }) => (usdtPrice ? usdtPrice.stale : hasUsdtMarket(app.market, balance.currency)))
    .map(({ balance }) => balance.currency)
  const seconds = [
    ...valued.map(({ usdtPrice }) => usdtPrice?.sec),
    ...contracts.map((contract) => app.market.quote(contract.symbol)?.sec),
    ...otherHoldings.flatMap(({ secs }) => secs),
  ].filter((sec) => sec !== undefined)
  const invested = (group: keyof WalletAssets['groups']): Decimal =>
    sumMoney(
      otherHoldings
        .filter((holding) => holding.group === group)
        .flatMap(({ invested = [] }) => invested)
        .map(({ currency, amount }) => usdtValueOrZero({ usdtPrice: usdtPriceOf(app.market, currency) }, amount)),
    )
  const heldElsewhere = (group: keyof WalletAssets['groups']): Decimal =>
    sumMoney(otherHoldings.filter((holding) => holding.group === group).map(({ usdt }) => usdt))
  const apart = { miner: invested('miner'), debt: invested('debt'), ieo: invested('ieo') }
  const inEarn = subtract(
    sumMoney(valued.map((each) => usdtValueOrZero(each, each.balance.invest))),
    add(apart.miner, apart.debt, apart.ieo),
  )
  return {
    accountType,
    totalUsdt: total,
    total: q8(divide(total, targetWorth.price)),
    target,
    totalDebt: debt,
    net,
    todayPnl: today.pnl,
    todayPnlRate: today.rate,
    asOf: now,
    // The newest second that this valuation used; without any price it is the second of asking.
    priceSec: seconds.length > 0 ? Math.max(...seconds) : Math.floor(now / 1000),
    staleCurrencies: [...new Set([...staleBalances, ...staleContracts, ...otherHoldings.flatMap(({ stale }) => stale)])],
    groups: {
      spot: sumMoney(valued.map((each) => usdtValueOrZero(each, each.balance.available))),
      contract: q8(add(sumMoney(valued.map((each) => usdtValueOrZero(each, each.balance.margin))), unrealised)),
      option: heldElsewhere('option'),
      earn: q8(add(inEarn, heldElsewhere('earn'))),
      miner: q8(add(apart.miner, heldElsewhere('miner'))),
      debt: q8(add(apart.debt, heldElsewhere('debt'))),
      ieo: apart.ieo,
      collateral: sumMoney(valued.map((each) => usdtValueOrZero(each, each.balance.collateral))),
      frozen: sumMoney(valued.map((each) => usdtValueOrZero(each, each.balance.frozen))),
    },
    list: valued.map((each) => ({
      currency: each.balance.currency,
      balance: each.balance.balance,
      usdtValue: usdtValueOrZero(each, each.balance.balance),
      price: each.usdtPrice?.price ?? null,
      priceAgeMs: each.usdtPrice?.atMs === undefined ? null : Math.max(0, now - each.usdtPrice.atMs),
    })),
  }
}
