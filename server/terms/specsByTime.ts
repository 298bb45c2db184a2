import type { SymbolSpec } from '#market/market.ts'
import type { TermsByTime } from './termsByTime.ts'

/** A market as it is at a moment: fee, spread and highest leverage are those that hold then. */
export function createSymbolSpecByTimeResolver(terms: TermsByTime): (spec: SymbolSpec, atMs: number) => SymbolSpec {
  // Between two changes it is always the same, and what was published is never another.
  const known = new Map<number, Map<string, SymbolSpec>>()
  const make = (spec: SymbolSpec, atMs: number): SymbolSpec => {
    const of = (name: string) => terms.at('contract', spec.symbol, name, atMs)
    return {
      ...spec,
      feeRate: of('feeRate'),
      spreadBps: of('spreadBps'),
      maxLever: { strict: Number(of('maxLeverStrict')), intl: Number(of('maxLever')), newUser: Number(of('maxLeverNewUser')) },
    }
  }
  return (spec, atMs) => {
    const since = terms.momentsOf('contract').find((ms) => ms <= atMs) ?? 0
    const bySymbol = known.get(since) ?? new Map<string, SymbolSpec>()
    known.set(since, bySymbol)
    const found = bySymbol.get(spec.symbol) ?? make(spec, atMs)
    bySymbol.set(spec.symbol, found)
    return found
  }
}
