import type { Position } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { positionStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { MarketDataService, SymbolSpec } from '#market/market.ts'
import { divide, multiply, q8, truncate } from '#rules/decimal.ts'
import { type OpenPosition, liquidationPrice, marginRatioPercentAt, positionProfitAt } from '#rules/position.ts'
import { type UsdtConversion, noUsdtConversion } from '#rules/quote.ts'
import type { CompetitionNameRow } from '../core/competitionNames.ts'
import { orderSpreadBpsOf, orderTickOf } from '../orders/ownSpread.ts'

/** One row of the table `position`, as the database gives it (store.ts): numeric and int8 are exact strings. The last two are its entry's. */
export interface PositionRow {
  id: string
  order_no: string
  user_id: string
  account_type: number
  /** The competition entry that it belongs to; null outside of book 3. */
  entry_id: string | null
  symbol: string
  /** The feed that it was accepted on, and the only one that it is settled on. */
  feed: string
  direction: number
  lever: number
  quantity: Decimal
  contract_size: Decimal
  fee_rate: Decimal
  /** The spread that it was made at, and closes at; null before it was written down. */
  spread_bps: Decimal | null
  /** The step of the prices that it was made at; null before it was written down. */
  tick: Decimal | null
  open_price: Decimal
  margin: Decimal
  added_margin: Decimal
  open_fee: Decimal
  trigger_price: Decimal
  conversion_rate: Decimal
  order_type: number
  limit_price: Decimal | null
  expires_ms: string | null
  stop_profit: Decimal | null
  stop_loss: Decimal | null
  armed_sec: string
  warned: number
  warn_price: Decimal | null
  funding: Decimal
  next_due_sec: string | null
  part_of: string | null
  status: number
  close_reason: number | null
  close_price: Decimal | null
  profit: Decimal | null
  close_fee: Decimal
  returned: Decimal | null
  covered: Decimal | null
  open_sec: string
  close_sec: string | null
  created_ms: string
  closed_ms: string | null
  /** Whose money it moves in the ledger: the person's, or that of the entry. */
  wallet_id: string
  /** The entry's competition; null outside of book 3. */
  comp: CompetitionNameRow | null
}

/** The row as the rules of a position want it, with the conversion of the moment they are asked about. */
export const openPositionOfRow = (row: PositionRow, conversion: UsdtConversion): OpenPosition => ({
  quantity: row.quantity,
  contractSize: row.contract_size,
  conversion,
  direction: row.direction,
  openPrice: row.open_price,
  margin: row.margin,
  addedMargin: row.added_margin,
})

/** A running position's live numbers by the newest mark. A missing price leaves them null, never zero. */
interface Live {
  mark: Decimal
  profit: Decimal
  marginRatio: Decimal
  /** |quantity × size × mark| in USDT, truncated. */
  notional: Decimal
}

export function livePositionFieldsOf(row: PositionRow, market: MarketDataService): Live | undefined {
  if (row.feed !== market.feed) return undefined
  const quote = market.quote(row.symbol)
  const conversion = conversionOf(row, market)
  if (!quote || !conversion) return undefined
  const held = openPositionOfRow(row, conversion)
  const inQuote = multiply(row.quantity, row.contract_size, quote.mid)
  return {
    mark: quote.mid,
    profit: positionProfitAt(held, quote.mid),
    marginRatio: marginRatioPercentAt(held, quote.mid),
    notional: q8(conversion.by === 'multiply' ? multiply(inQuote, conversion.rate) : divide(inQuote, conversion.rate)),
  }
}

const conversionOf = (row: PositionRow, market: MarketDataService): UsdtConversion | undefined => {
  const spec = market.spec(row.symbol)
  return spec && market.conversion(spec.quote)
}

/** The row as the wire shows it (docs/rules/contracts.md), live fields by the newest mark. */
export function toPosition(row: PositionRow, market: MarketDataService): Position {
  const [spec, spreadBps] = [market.spec(row.symbol), orderSpreadBpsOf(market, row)]
  const isOpen = row.status === positionStatus.running || row.status === positionStatus.settling
  const live = isOpen ? livePositionFieldsOf(row, market) : undefined
  const waitsForFeed = (isOpen || row.status === positionStatus.pending) && row.feed !== market.feed
  const profit = isOpen ? (live?.profit ?? null) : row.profit
  const mark = live?.mark ?? (row.status === positionStatus.pending && row.feed === market.feed ? market.quote(row.symbol)?.mid : undefined)
  return {
    id: row.id,
    orderNo: row.order_no,
    accountType: row.account_type,
    compId: row.comp?.id ?? null,
    posType: 2,
    symbol: row.symbol,
    name: spec?.name ?? row.symbol,
    direction: row.direction,
    orderType: row.order_type,
    quantity: row.quantity,
    openPrice: row.open_price,
    markPrice: mark ?? null,
    lever: row.lever,
    margin: row.margin,
    addedMargin: q8(row.added_margin),
    liqPrice: liqPriceOf(row, spec, market),
    profit,
    profitRate: profit === null ? null : truncate(divide(profit, row.margin), 6),
    marginRatio: live?.marginRatio ?? null,
    openFee: row.open_fee,
    feeRate: row.fee_rate,
    contractSize: row.contract_size,
    ...(spreadBps !== undefined && { spreadBps }),
    ...(spec && { tick: orderTickOf(row, spec) }),
    closeFee: q8(row.close_fee),
    funding: q8(row.funding),
    status: row.status,
    ...(waitsForFeed && { waitsForFeed }),
    openSec: Number(row.open_sec),
    createTime: asInstant(Number(row.created_ms)),
    ...(row.limit_price !== null && { price: row.limit_price }),
    ...(row.stop_profit !== null && { stopProfit: row.stop_profit }),
    ...(row.stop_loss !== null && { stopLoss: row.stop_loss }),
    ...(row.part_of !== null && { partOf: row.part_of }),
    ...(row.status === positionStatus.pending && row.expires_ms !== null && { expireTime: asInstant(Number(row.expires_ms)) }),
    ...(row.close_price !== null && { closePrice: row.close_price }),
    ...(row.returned !== null && { returned: q8(row.returned) }),
    ...(row.close_reason !== null && { closeReason: row.close_reason }),
    ...(row.close_sec !== null && { closeSec: Number(row.close_sec) }),
    ...(row.closed_ms !== null && { closeTime: asInstant(Number(row.closed_ms)) }),
  }
}

// Closed rows and moments without a conversion use the rate of the opening, which is what the person was shown then.
function liqPriceOf(row: PositionRow, spec: SymbolSpec | undefined, market: MarketDataService): Decimal {
  const conversion = row.status >= positionStatus.closed ? undefined : conversionOf(row, market)
  const by = (spec && market.conversion(spec.quote)?.by) ?? noUsdtConversion.by
  const priced = spec ?? { symbol: row.symbol, quote: '', priceScale: 8 }
  return liquidationPrice(openPositionOfRow(row, conversion ?? { rate: asDecimal(row.conversion_rate), by }), priced)
}
