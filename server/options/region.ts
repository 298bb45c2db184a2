import { featuresOf, profileOf } from '#account/countries.ts'
import type { Visitor } from '#account/visitor.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SymbolSpec } from '#market/market.ts'
import type { Config } from '../config.ts'

/** Refuses regionProduct where options are not offered (product §3.8): as contracts on the same market are, and in Australia nowhere. */
export function refuseRegion({ country }: Visitor, { category }: SymbolSpec, env: Config['env']): void {
  const features = featuresOf(country, env)
  const offered = category === 'crypto' ? features.cryptoContract : features.contract
  const isOff = offered === 'off' || (env === 'production' && profileOf(country) === 'AU')
  if (isOff) throw new Refusal('regionProduct', { country })
}
