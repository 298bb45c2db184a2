import type { SymbolSpec } from './market.ts'
import { unit } from './scaled.ts'

type Cross = NonNullable<SymbolSpec['derived']>

/** One price from two, truncated at 1e-10: EURJPY = EURUSD × USDJPY, EURGBP = EURUSD ÷ GBPUSD (product §5.1). */
export const crossPrice = (by: Cross['by'], a: bigint, b: bigint): bigint => (by === 'multiply' ? (a * b) / unit : (a * unit) / b)

/** Adds every declared cross whose two sides are both there. The only path from one symbol's price to another's. */
export function addCrosses(specs: readonly SymbolSpec[], prices: Map<string, bigint>): void {
  for (const { symbol, derived } of specs) {
    if (derived === undefined) continue
    const a = prices.get(derived.a)
    const b = prices.get(derived.b)
    if (a !== undefined && b !== undefined) prices.set(symbol, crossPrice(derived.by, a, b))
  }
}
