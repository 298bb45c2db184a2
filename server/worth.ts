import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Market } from '#market/market.ts'
import { divide, multiply, q8, truncate } from '#rules/decimal.ts'

/** One unit of a currency in USDT by the newest record (product §2.1); `atMs` is undefined for USDT and USD, which need no price. */
export interface Worth {
  price: Decimal
  sec?: number
  atMs?: number
  stale: boolean
}

const par: Worth = { price: asDecimal('1'), stale: false }

/** By CURRENCYUSDT, CURRENCYUSD or USDCURRENCY, in that order; undefined when there is no price at all, which is never zero. */
export function worthOf(market: Market, currency: string): Worth | undefined {
  if (currency === 'USDT' || currency === 'USD') return par
  const direct = market.quote(`${currency}USDT`) ?? market.quote(`${currency}USD`)
  if (direct) return { price: direct.mid, sec: direct.sec, atMs: direct.atMs, stale: direct.stale }
  const inverse = market.quote(`USD${currency}`)
  return inverse && { price: truncate(divide('1', inverse.mid), 18), sec: inverse.sec, atMs: inverse.atMs, stale: inverse.stale }
}

export const usdtValue = (amount: Decimal, worth: Worth): Decimal => q8(multiply(amount, worth.price))
