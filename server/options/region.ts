import { productAvailabilitiesForResidence, regionRefusal, type CountryProductPermissionContext } from '../core/countries.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { SymbolSpec } from '#market/market.ts'

/** Refuses regionProduct where options, or contracts on the same market, are not offered (docs/rules/countries.md). */
export function refuseOptionsByRegion(visitor: SignedInUser, { category }: SymbolSpec, standing: CountryProductPermissionContext): void {
  const features = productAvailabilitiesForResidence(visitor, standing)
  const underlying = category === 'crypto' ? 'cryptoContract' : 'contract'
  if (features.option === 'off' || features[underlying] === 'off')
    throw regionRefusal('regionProduct', visitor, { standing, products: ['option', underlying] })
}
