import {
  productAvailabilitiesForResidence,
  regionRefusal,
  countryRuleProfileOf,
  type CountryProductPermissionContext,
} from '../core/countries.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { SymbolSpec } from '#market/market.ts'
import { leverageCap } from '#rules/leverage.ts'

/** The highest leverage this person may choose on this market now. */
export const userLeverageCapOf = (visitor: SignedInUser, spec: SymbolSpec, nowMs: number): number =>
  leverageCap(spec.maxLever, countryRuleProfileOf(visitor.country), nowMs - visitor.createdAtMs)

/** Refuses regionProduct where contracts are not offered (docs/rules/countries.md). */
export function refuseContractsByRegion(visitor: SignedInUser, spec: SymbolSpec, standing: CountryProductPermissionContext): void {
  const product = spec.category === 'crypto' ? 'cryptoContract' : 'contract'
  if (productAvailabilitiesForResidence(visitor, standing)[product] === 'off')
    throw regionRefusal('regionProduct', visitor, { standing, products: [product] })
}
