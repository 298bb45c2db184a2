import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { MarketDataService } from './market.ts'
import { divide, multiply, q8 } from '#rules/decimal.ts'

const one = asDecimal('1')
/** Worth a dollar by what they are; no market quotes them against USDT here. */
const dollars: ReadonlySet<string> = new Set(['USDT', 'USDC', 'USD'])

/**
 * One unit in USDT for limits and rules, never for a charge: the newest price however old, else the published reference level. A market
 * that is silent must neither keep money in nor let a limit be passed.
 */
function worthOf(market: MarketDataService, currency: string): Decimal {
  if (dollars.has(currency)) return one
  for (const symbol of [`${currency}USDT`, `${currency}USD`]) {
    const price = market.quote(symbol)?.mid ?? market.spec(symbol)?.ref
    if (price) return price
  }
  const inverse = market.quote(`USD${currency}`)?.mid ?? market.spec(`USD${currency}`)?.ref
  return inverse ? divide(one, inverse) : one
}

/** What an amount is worth, in USDT. */
export const usdtValueOf = (market: MarketDataService, currency: string, amount: Decimal): Decimal =>
  q8(multiply(amount, worthOf(market, currency)))
