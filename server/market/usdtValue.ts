import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { MarketDataService } from './market.ts'
import { divide, multiply, q8 } from '#rules/decimal.ts'

const one = asDecimal('1')
/** Worth a dollar by what they are; no market quotes them against USDT here. */
const dollars: ReadonlySet<string> = new Set(['USDT', 'USDC', 'USD'])

/**
 * One unit in USDT for limits and rules, never for a charge: the newest price however old, else the published reference level. A market
 * that is silent must neither keep money in nor let a limit be passed. Undefined for what no market is listed for.
 */
function worthOf(market: MarketDataService, currency: string): Decimal | undefined {
  if (dollars.has(currency)) return one
  for (const symbol of [`${currency}USDT`, `${currency}USD`]) {
    const price = market.quote(symbol)?.mid ?? market.spec(symbol)?.ref
    if (price) return price
  }
  const inverse = market.quote(`USD${currency}`)?.mid ?? market.spec(`USD${currency}`)?.ref
  return inverse && divide(one, inverse)
}

/**
 * What an amount is worth, in USDT; undefined where no market prices its currency, which is neither nothing nor one USDT: who asks says what
 * holds then (docs/rules/deposits-and-withdrawals.md, “No price”).
 */
export function usdtValueOf(market: MarketDataService, currency: string, amount: Decimal): Decimal | undefined {
  const worth = worthOf(market, currency)
  return worth && q8(multiply(amount, worth))
}
