import { featuresOf, type Profile, profileOf } from '#account/countries.ts'
import type { Visitor } from '#account/visitor.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SymbolSpec } from '#market/market.ts'
import type { Config } from '../config.ts'

const newUserMs = 30 * 86_400_000
const strict: ReadonlySet<Profile> = new Set(['UK', 'EEA', 'AU'])

/** The highest leverage this person may choose on this market (product §3.5): country's cap, lower in the first 30 days. */
export function leverageCapOf(visitor: Visitor, spec: SymbolSpec, nowMs: number): number {
  const cap = strict.has(profileOf(visitor.country)) ? spec.maxLever.strict : spec.maxLever.intl
  return nowMs - visitor.createdAtMs < newUserMs ? Math.min(cap, spec.maxLever.newUser) : cap
}

/** Refuses regionProduct where contracts are not offered (product §3.8). A sandbox has every product on (product §0.1). */
export function refuseRegion(visitor: Visitor, spec: SymbolSpec, env: Config['env']): void {
  if (env === 'sandbox') return
  const features = featuresOf(visitor.country)
  const offered = spec.category === 'crypto' ? features.cryptoContract : features.contract
  if (offered === 'off') throw new Refusal('regionProduct', { country: visitor.country })
}
