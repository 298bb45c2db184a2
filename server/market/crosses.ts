import type { SymbolSpec } from './market.ts'
import { crossPrice } from '#rules/sim/markets.ts'

/** Adds every declared cross whose two sides are both there. The only path from one symbol's price to another's. */
export function addCrossPrices(specs: readonly SymbolSpec[], prices: Map<string, bigint>): void {
  for (const { symbol, derived } of specs) {
    if (derived === undefined) continue
    const a = prices.get(derived.a)
    const b = prices.get(derived.b)
    if (a !== undefined && b !== undefined) prices.set(symbol, crossPrice(derived.by, a, b))
  }
}
