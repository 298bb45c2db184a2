import type { Decimal } from '#contract/decimal.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { FeedMode } from '#contract/states.ts'
import { divide, truncate } from '#rules/decimal.ts'
import type { Market, MarketQuote } from './market.ts'

export interface Rate {
  rate: Decimal
  /** The older of the records it rests on; undefined when none was needed. */
  sec: number | undefined
  feedMode: FeedMode
}

interface Worth {
  usd: Decimal
  from?: MarketQuote
}

/** One unit of `currency` in `target`, 10 decimals, by the newest records; undefined when a price is missing. USD counts as USDT (product §5.1). */
export function rateOf(market: Market, currency: string, target: string): Rate | undefined {
  const one = worth(market, currency)
  const other = worth(market, target)
  if (!one || !other) return undefined
  const quotes = [one.from, other.from].filter((quote) => quote !== undefined)
  return {
    rate: truncate(divide(one.usd, other.usd), 10),
    sec: quotes.length > 0 ? Math.min(...quotes.map((quote) => quote.sec)) : undefined,
    feedMode: quotes.length === 1 ? quotes[0]!.feedMode : 'DERIVED',
  }
}

function worth(market: Market, currency: string): Worth | undefined {
  if (currency === 'USD' || currency === 'USDT') return { usd: asDecimal('1') }
  const direct = market.quote(`${currency}USDT`) ?? market.quote(`${currency}USD`)
  if (direct) return { usd: direct.mid, from: direct }
  const inverse = market.quote(`USD${currency}`)
  return inverse && { usd: divide('1', inverse.mid), from: inverse }
}
