import type { Visitor } from '#account/visitor.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SymbolSpec } from '#market/market.ts'
import type { Config } from '../config.ts'

const newUserMs = 30 * 86_400_000

// Product §3.8. EU and EEA members and Switzerland share one profile.
const eea = new Set('AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '))
const closedToContracts = new Set(['CA', 'IL', 'US'])

const isStrict = (country: string): boolean => country === 'GB' || country === 'AU' || eea.has(country)

/** The highest leverage this person may choose on this market (product §3.5): country's cap, lower in the first 30 days. */
export function leverageCapOf(visitor: Visitor, spec: SymbolSpec, nowMs: number): number {
  const cap = isStrict(visitor.country) ? spec.maxLever.strict : spec.maxLever.intl
  return nowMs - visitor.createdAtMs < newUserMs ? Math.min(cap, spec.maxLever.newUser) : cap
}

/** Refuses regionProduct where contracts are not offered (product §3.8). A sandbox has every product on (product §0.1). */
export function refuseRegion(visitor: Visitor, spec: SymbolSpec, env: Config['env']): void {
  if (env === 'sandbox') return
  const isOff = closedToContracts.has(visitor.country) || (visitor.country === 'GB' && spec.category === 'crypto')
  if (isOff) throw new Refusal('regionProduct', { country: visitor.country })
}
