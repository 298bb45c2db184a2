import type { Decimal } from '#contract/decimal.ts'
import type { Market } from '#market/market.ts'
import { multiply, q8, zero } from '#rules/decimal.ts'

/** In USDT by the newest record, for the person's own limits; zero where there is no price. */
export function worthUsdt({ quote }: Market, currency: string, money: Decimal): Decimal {
  if (currency === 'USDT') return q8(money)
  const mid = quote(`${currency}USDT`)?.mid ?? (currency === 'USDC' ? '1' : undefined)
  return mid === undefined ? q8(zero) : q8(multiply(money, mid))
}
