import { featuresOf } from '#account/countries.ts'
import type { Visitor } from '#account/visitor.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SymbolSpec } from '#market/market.ts'
import type { Config } from '../config.ts'

/** Refuses regionProduct where options, or contracts on the same market, are not offered (product §3.8). */
export function refuseRegion({ country }: Visitor, { category }: SymbolSpec, env: Config['env']): void {
  const features = featuresOf(country, env)
  const underlying = category === 'crypto' ? features.cryptoContract : features.contract
  if (features.option === 'off' || underlying === 'off') throw new Refusal('regionProduct', { country })
}
