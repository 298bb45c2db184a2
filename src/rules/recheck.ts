import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { compare } from './decimal.ts'
import { closing } from './position.ts'
import { type Conversion, conversionSymbol, noConversion, quoteOf } from './quote.ts'

/** What the record says of the two seconds of a position: the market's price, and its converter's at the close where there is one. */
export interface SettledOn {
  openMid: Decimal
  closeMid: Decimal
  closeRate?: Decimal | undefined
}

export interface Recheck {
  name: 'openPrice' | 'closePrice' | 'profit' | 'closeFee' | 'returned'
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
  { openMid, closeMid, closeRate }: SettledOn,
): Recheck[] | undefined {
  const conversion = conversionOf(listed, closeRate)
  const { closePrice, profit, returned, quantity, direction: side, margin, addedMargin } = position
  if (!conversion || closePrice === undefined || profit === null || returned === undefined) return undefined
  const [opened, closed] = [openMid, closeMid].map((mid) => quoteOf(mid, listed.spreadBps, listed.tick)) as [Sides, Sides]
  const isLong = side === direction.long
  const openPrice = isLong ? opened.ask : opened.bid
  const price = isLong ? closed.bid : closed.ask
  const result = closing(
    { quantity, contractSize: listed.contractSize, conversion, direction: side, openPrice, margin, addedMargin },
    price,
    listed.feeRate,
  )
  const compared = (name: Recheck['name'], shown: Decimal, computed: Decimal): Recheck => ({
    name,
    shown,
    computed,
    isSame: compare(shown, computed) === 0,
  })
  return [
    compared('openPrice', position.openPrice, openPrice),
    compared('closePrice', closePrice, price),
    compared('profit', profit, result.profit),
    compared('closeFee', position.closeFee, result.closeFee),
    compared('returned', returned, result.returned),
  ]
}

type Sides = ReturnType<typeof quoteOf>

function conversionOf({ quote }: Pick<MarketSymbol, 'quote'>, rate: Decimal | undefined): Conversion | undefined {
  const by = conversionSymbol[quote]?.by
  return by === undefined ? noConversion : rate && { rate, by }
}
