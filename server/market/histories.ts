import { createHistory, crossHistory, type History } from './history.ts'
import type { SymbolSpec } from './market.ts'

/** Histories are made when first asked for; a cross has the history of its two sides. */
export function keepHistories(bySymbol: ReadonlyMap<string, SymbolSpec>, genesis: () => number | undefined) {
  const made = new Map<string, History>()
  const history = (symbol: string): History | undefined => {
    const genesisSec = genesis()
    const spec = bySymbol.get(symbol)
    if (genesisSec === undefined || !spec) return undefined
    const known = made.get(symbol)
    if (known) return known
    const cross = spec.derived
    const next = cross ? crossHistory(cross.by, history(cross.a)!, history(cross.b)!, genesisSec) : createHistory(spec, genesisSec)
    made.set(symbol, next)
    return next
  }
  return history
}
