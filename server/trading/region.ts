import { featuresOf, profileOf } from '#account/countries.ts'
import type { Visitor } from '#account/visitor.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SymbolSpec } from '#market/market.ts'
import { leverageCap } from '#rules/leverage.ts'
import type { Config } from '../config.ts'

/** The highest leverage this person may choose on this market now. */
export const leverageCapOf = (visitor: Visitor, spec: SymbolSpec, nowMs: number): number =>
  leverageCap(spec.maxLever, profileOf(visitor.country), nowMs - visitor.createdAtMs)

/** Refuses regionProduct where contracts are not offered (product §3.8). */
export function refuseRegion(visitor: Visitor, spec: SymbolSpec, env: Config['env']): void {
  const features = featuresOf(visitor.country, env)
  const offered = spec.category === 'crypto' ? features.cryptoContract : features.contract
  if (offered === 'off') throw new Refusal('regionProduct', { country: visitor.country })
}
