import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { MarketDataService, MarketQuote } from '#market/market.ts'
import { divide, multiply, q8, truncate } from '#rules/decimal.ts'

/** What things are valued with: the market as it is, or as it stood at a moment (`valuationPricesAt`). */
export interface ValuationPrices extends Pick<MarketDataService, 'spec' | 'conversion'> {
  quote(symbol: string): Pick<MarketQuote, 'mid' | 'sec' | 'atMs' | 'stale'> | undefined
}

/** One unit of a currency in USDT by the newest record (docs/rules/ledger.md); `atMs` is undefined for USDT and USD, which need no price. */
export interface UsdtPrice {
  price: Decimal
  sec?: number
  atMs?: number
  stale: boolean
}

const par: UsdtPrice = { price: asDecimal('1'), stale: false }

/** By CURRENCYUSDT, CURRENCYUSD or USDCURRENCY, in that order; undefined when there is no price at all, which is never zero. */
export function usdtPriceOf(prices: ValuationPrices, currency: string): UsdtPrice | undefined {
  if (isUsdtPar(currency)) return par
  const [usdt, usd, inverted] = possibleUsdtSymbolsOf(currency)
  const direct = prices.quote(usdt) ?? prices.quote(usd)
  if (direct) return { price: direct.mid, sec: direct.sec, atMs: direct.atMs, stale: direct.stale }
  const inverse = prices.quote(inverted)
  return inverse && { price: truncate(divide('1', inverse.mid), 18), sec: inverse.sec, atMs: inverse.atMs, stale: inverse.stale }
}

/** Whether one of it is one USDT by definition. */
export const isUsdtPar = (currency: string): boolean => currency === 'USDT' || currency === 'USD'

/** The markets that may price a currency, the best first; in the last one it is the quote. */
export const possibleUsdtSymbolsOf = (currency: string): [string, string, string] => [`${currency}USDT`, `${currency}USD`, `USD${currency}`]

/** Whether it can have a price at all: a currency without any market counts as nothing for good, which is no price that grew old. */
export const hasUsdtMarket = (prices: Pick<ValuationPrices, 'spec'>, currency: string): boolean =>
  isUsdtPar(currency) || possibleUsdtSymbolsOf(currency).some((symbol) => prices.spec(symbol) !== undefined)

export const usdtValue = (amount: Decimal, usdtPrice: UsdtPrice): Decimal => q8(multiply(amount, usdtPrice.price))
