import { createGeneratedHistory, createGeneratedCrossHistory, type GeneratedHistory } from './history.ts'
import type { SymbolSpec } from '../market.ts'

/** Histories are made when first asked for; a cross has the history of its two sides. */
export function createGeneratedHistoryLookup(bySymbol: ReadonlyMap<string, SymbolSpec>, genesis: () => number | undefined) {
  const made = new Map<string, GeneratedHistory>()
  const history = (symbol: string): GeneratedHistory | undefined => {
    const genesisSec = genesis()
    const spec = bySymbol.get(symbol)
    if (genesisSec === undefined || !spec) return undefined
    const known = made.get(symbol)
    if (known) return known
    const cross = spec.derived
    const next = cross
      ? createGeneratedCrossHistory(spec, bySymbol.get(cross.a)!, bySymbol.get(cross.b)!, genesisSec)
      : createGeneratedHistory(spec, genesisSec)
    made.set(symbol, next)
    return next
  }
  return history
}
