import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'

/** What may be hidden where somebody lives. */
export type RestrictableProduct = 'contracts' | 'option' | 'second' | 'loan' | 'earn' | 'ieo' | 'incentive' | 'competition'

/** Whether it is offered at all, if only for play money; what is not is not advertised (docs/rules/countries.md). While nothing is known, it is. */
export function isProductOfferedRealOrDemo(features: ProductAvailabilityByKind | undefined, requirement: RestrictableProduct): boolean {
  if (!features) return true
  const hasContracts = features.contract !== 'off' || features.cryptoContract !== 'off'
  if (requirement === 'contracts') return hasContracts
  if (requirement === 'competition') return hasContracts && features.incentive !== 'off'
  return features[requirement] !== 'off' && (requirement !== 'option' || hasContracts)
}
