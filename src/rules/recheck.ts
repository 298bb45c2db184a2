import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { compare } from './decimal.ts'
import { closing, openingCost } from './position.ts'
import { type Conversion, conversionSymbol, noConversion, quoteOf } from './quote.ts'

/** What the record says of the two seconds of a position: the market's price, and its converter's where there is one. */
export interface SettledOn {
  openMid: Decimal
  closeMid: Decimal
  openRate?: Decimal | undefined
  closeRate?: Decimal | undefined
}

export interface Recheck {
  name: 'openPrice' | 'margin' | 'openFee' | 'closePrice' | 'profit' | 'closeFee' | 'returned'
  shown: Decimal
  computed: Decimal
  isSame: boolean
}

/** Another market's record that is needed to compute the result, because the price is not in USDT. */
export const converterOf = (listed: Pick<MarketSymbol, 'quote'>): string | undefined => conversionSymbol[listed.quote]?.symbol

/** A closed position computed again from the record (product §2.4, §3.3); undefined when it is not closed or a price is missing. */
export function recheckPosition(
  position: Position,
  listed: Pick<MarketSymbol, 'quote' | 'spreadBps' | 'tick' | 'contractSize' | 'feeRate'>,
  on: SettledOn,
): Recheck[] | undefined {
  const [opened, closed] = [conversionOf(listed, on.openRate), conversionOf(listed, on.closeRate)]
  const { closePrice, profit, returned } = position
  if (!opened || !closed || closePrice === undefined || profit === null || returned === undefined) return undefined
  const isLong = position.direction === direction.long
  const openQuote = quoteOf(on.openMid, listed.spreadBps, listed.tick)
  const closeQuote = quoteOf(on.closeMid, listed.spreadBps, listed.tick)
  const openPrice = isLong ? openQuote.ask : openQuote.bid
  const price = isLong ? closeQuote.bid : closeQuote.ask
  const { quantity, lever, direction: side, addedMargin } = position
  const { contractSize, feeRate } = listed
  const cost = openingCost({ quantity, contractSize, conversion: opened, price: openPrice, lever, feeRate })
  const result = closing({ quantity, contractSize, conversion: closed, direction: side, openPrice, margin: cost.margin, addedMargin }, price, feeRate)
  const compared = (name: Recheck['name'], shown: Decimal, computed: Decimal): Recheck => ({ name, shown, computed, isSame: compare(shown, computed) === 0 })
  return [
    compared('openPrice', position.openPrice, openPrice),
    compared('margin', position.margin, cost.margin),
    compared('openFee', position.openFee, cost.openFee),
    compared('closePrice', closePrice, price),
    compared('profit', profit, result.profit),
    compared('closeFee', position.closeFee, result.closeFee),
    compared('returned', returned, result.returned),
  ]
}

function conversionOf({ quote }: Pick<MarketSymbol, 'quote'>, rate: Decimal | undefined): Conversion | undefined {
  const by = conversionSymbol[quote]?.by
  return by === undefined ? noConversion : rate && { rate, by }
}
