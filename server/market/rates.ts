import type { Decimal } from '#contract/decimal.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { FeedMode } from '#contract/states.ts'
import { divide, truncate } from '#rules/decimal.ts'
import type { MarketDataService, MarketQuote } from './market.ts'

export interface ConversionRate {
  rate: Decimal
  /** The older of the records it rests on; undefined when none was needed. */
  sec: number | undefined
  feedMode: FeedMode
}

interface CurrencyValue {
  usd: Decimal
  from?: MarketQuote
}

/** One unit of `currency` in `target`, 10 decimals, by the newest records; undefined when a price is missing. USD counts as USDT (docs/rules/seed-data.md). */
export function conversionRateOf(market: MarketDataService, currency: string, target: string): ConversionRate | undefined {
  const value = valueOf(market, currency)
  const counterValue = valueOf(market, target)
  if (!value || !counterValue) return undefined
  const quotes = [value.from, counterValue.from].filter((quote) => quote !== undefined)
  return {
    rate: truncate(divide(value.usd, counterValue.usd), 10),
    sec: quotes.length > 0 ? Math.min(...quotes.map((quote) => quote.sec)) : undefined,
    feedMode: quotes.length === 1 ? quotes[0]!.feedMode : 'DERIVED',
  }
}

function valueOf(market: MarketDataService, currency: string): CurrencyValue | undefined {
  if (currency === 'USD' || currency === 'USDT') return { usd: asDecimal('1') }
  const direct = market.quote(`${currency}USDT`) ?? market.quote(`${currency}USD`)
  if (direct) return { usd: direct.mid, from: direct }
  const inverse = market.quote(`USD${currency}`)
  return inverse && { usd: divide('1', inverse.mid), from: inverse }
}
