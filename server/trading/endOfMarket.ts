import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { zero } from '#rules/decimal.ts'
import { usdtConvertersByCurrency, marketQuoteFromMid, noUsdtConversion } from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import { startRepeatingJob } from '../core/schedule.ts'
import { type DelistedMarket, findLastPriceAtOrBefore, type SettleDelistedMarket } from '../orders/delistings.ts'
import { quoteAtOrderSpread } from '../orders/ownSpread.ts'
import { chargeDueHoldingCosts } from './charge.ts'
import { closeContracts, type ContractToClose } from './endOfFeed.ts'
import type { PositionRow } from './position.ts'
import type { PositionSettlementPrices } from './settlement.ts'
import { positionWalletIdSql } from './store.ts'

/** What is open or waits on one market, by the index of each state. */
const openOn = (sql: Sql, symbol: string): Promise<ContractToClose[]> =>
  sql.query<ContractToClose>(
    `select id, account_type, ${positionWalletIdSql('open')} from (
       select id, account_type, user_id, entry_id from position where symbol = $1 and status = 0
       union all select id, account_type, user_id, entry_id from position where symbol = $1 and status = 1
       union all select id, account_type, user_id, entry_id from position where symbol = $1 and status = 2) as open order by id`,
    [symbol],
  )

/** Closes every contract on a delisted market at its one record, with the closing fee of its order, and cancels what waits (docs/rules/contracts.md, Delisting). */
export const createDelistedContractsCloser =
  (app: AppContext): SettleDelistedMarket =>
  async (market) => {
    // What fell due by that second belongs to the position.
    await chargeDueHoldingCosts(app, market.endsSec)
    return closeContracts(app, await openOn(app.db, market.symbol), (sql, row) => settlementOf(app, sql, row, market))
  }

/** One of another feed than the one that settles closes at the last price of its own. */
async function settlementOf(
  app: AppContext,
  sql: Sql,
  row: PositionRow,
  { endsSec, on }: DelistedMarket,
): Promise<PositionSettlementPrices | undefined> {
  if (row.feed !== (on?.feed ?? app.market.feed)) return lastSettlementOf(app, sql, row, endsSec)
  return on && settlementAt(app, row, on.sec, on.price, on.conversionRate)
}

/** At that price, with the spread and the step that the order was made at. */
function settlementAt(
  { market }: AppContext,
  row: PositionRow,
  sec: number,
  price: Decimal,
  rate: Decimal | null,
): PositionSettlementPrices {
  const spec = market.spec(row.symbol)
  const by = usdtConvertersByCurrency[quoteCurrencyOf(row.symbol, spec?.quote)]?.by
  const conversion = by ? { rate: rate ?? row.conversion_rate, by } : noUsdtConversion
  const on = {
    ...marketQuoteFromMid(price, row.spread_bps ?? spec?.spreadBps ?? zero, row.tick ?? spec?.tick ?? recordStep),
    sec,
    conversion,
  }
  return quoteAtOrderSpread(market, row, on)
}
/** The digits of the record, where nobody knows the step of a market any more. */
const recordStep = asDecimal('0.0000000001')

/** A market that no release lists any more has its quote currency at the end of its name. */
const quoteCurrencyOf = (symbol: string, quote: string | undefined): string => quote ?? symbol.replace(/^.*(?=USDT$)|^.*(?=...$)/, '')

async function lastSettlementOf(app: AppContext, sql: Sql, row: PositionRow, sec: number): Promise<PositionSettlementPrices | undefined> {
  const last = await findLastPriceAtOrBefore(sql, row.feed, row.symbol, sec)
  if (!last) return undefined
  const converter = usdtConvertersByCurrency[quoteCurrencyOf(row.symbol, app.market.spec(row.symbol)?.quote)]?.symbol
  const rate = converter === undefined ? undefined : await findLastPriceAtOrBefore(sql, row.feed, converter, last.sec)
  return settlementAt(app, row, last.sec, last.price, rate?.price ?? null)
}

/** Closes what is open on markets that no release lists any more, at the last price that their feed recorded. */
export async function closeContractsOfUnlistedMarkets(app: AppContext): Promise<{ closed: number; left: number }> {
  const found = await app.db.query<ContractToClose>(
    `select id, account_type, ${positionWalletIdSql('position')} from position where not symbol = any($1) and status in (1, 2) order by id`,
    [app.market.specs.map(({ symbol }) => symbol)],
  )
  return closeContracts(app, found, (sql, row) => lastSettlementOf(app, sql, row, Math.floor(app.clock.now() / 1000)))
}

// A release lists the same markets for as long as it runs: what is looked for again is what failed.
const unlistedIntervalMs = 3_600_000

/** Looks at once and each hour, on any server. Gives back how to stop. */
export const startUnlistedContractJobs = (app: AppContext): (() => Promise<void>) =>
  startRepeatingJob('contracts of unlisted markets', unlistedIntervalMs, () => closeContractsOfUnlistedMarkets(app), { isImmediate: true })
    .stop
