import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { compareDecimals } from '../decimal.ts'
import { computePositionClose } from '../position.ts'
import { type UsdtConversion, usdtConversionSymbols, noUsdtConversion, marketQuoteOf } from '../quote.ts'

/** What the record says of the two seconds of a position: the market's price, and its converter's at the close where there is one. */
export interface PositionSettlementRecords {
  openMid: Decimal
  closeMid: Decimal
  closeRate?: Decimal | undefined
}

export interface PositionRecheck {
  name: 'openPrice' | 'closePrice' | 'profit' | 'closeFee' | 'returned'
  reported: Decimal
  computed: Decimal
  isSame: boolean
}

/** Another market's record that is needed to compute the result, because the price is not in USDT. */
export const usdtConverterSymbolOf = (market: Pick<MarketSymbol, 'quote'>): string | undefined =>
  usdtConversionSymbols[market.quote]?.symbol

/** A closed position computed again from the record (docs/rules/{contracts,prices}.md); undefined when it is not closed or a price is missing. */
export function recheckPosition(
  position: Position,
  market: Pick<MarketSymbol, 'quote' | 'spreadBps' | 'tick' | 'contractSize' | 'feeRate'>,
  { openMid, closeMid, closeRate }: PositionSettlementRecords,
): PositionRecheck[] | undefined {
  const conversion = conversionOf(market, closeRate)
  const { closePrice, profit, returned, quantity, direction: side, margin, addedMargin } = position
  if (!conversion || closePrice === undefined || profit === null || returned === undefined) return undefined
  const [openQuote, closeQuote] = [openMid, closeMid].map((mid) => marketQuoteOf(mid, market.spreadBps, market.tick)) as [
    QuoteSides,
    QuoteSides,
  ]
  const isLong = side === direction.long
  const openPrice = isLong ? openQuote.ask : openQuote.bid
  const price = isLong ? closeQuote.bid : closeQuote.ask
  const result = computePositionClose(
    { quantity, contractSize: market.contractSize, conversion, direction: side, openPrice, margin, addedMargin },
    price,
    market.feeRate,
  )
  const compareFigure = (name: PositionRecheck['name'], reported: Decimal, computed: Decimal): PositionRecheck => ({
    name,
    reported,
    computed,
    isSame: compareDecimals(reported, computed) === 0,
  })
  return [
    compareFigure('openPrice', position.openPrice, openPrice),
    compareFigure('closePrice', closePrice, price),
    compareFigure('profit', profit, result.profit),
    compareFigure('closeFee', position.closeFee, result.closeFee),
    compareFigure('returned', returned, result.returned),
  ]
}

type QuoteSides = ReturnType<typeof marketQuoteOf>

function conversionOf({ quote }: Pick<MarketSymbol, 'quote'>, rate: Decimal | undefined): UsdtConversion | undefined {
  const by = usdtConversionSymbols[quote]?.by
  return by === undefined ? noUsdtConversion : rate && { rate, by }
}
