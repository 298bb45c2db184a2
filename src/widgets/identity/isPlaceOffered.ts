import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'
import { isProductOfferedRealOrDemo, type RestrictableProduct } from '#rules/offers.ts'
import { path } from '#sitemap'

/** What a kind of trade needs; buying and selling coins is offered everywhere. */
const productByTradeMode: Readonly<Record<string, RestrictableProduct>> = { contract: 'contracts', option: 'option', second: 'second' }

/** What a screen needs, and the page of one of what it lists (`…Detail`); all others are shown everywhere. */
const productByScreen: Readonly<Record<string, RestrictableProduct>> = {
  [path.earnProducts]: 'earn',
  [path.mining]: 'earn',
  [path.bonds]: 'earn',
  [path.bondPool]: 'earn',
  [path.borrow]: 'loan',
  [path.ieo]: 'ieo',
  [path.team]: 'incentive',
  [path.competitions]: 'competition',
}

/** Whether that place is of something offered where somebody lives, if only for play money (docs/rules/countries.md): the one table of it. */
export function isScreenProductOffered(
  features: ProductAvailabilityByKind | undefined,
  to: string,
  search?: Readonly<Record<string, unknown>>,
): boolean {
  const requiredProduct =
    to === path.contracts
      ? productByTradeMode[(search?.['mode'] as string | undefined) ?? 'contract']
      : productByScreen[to.replace('Detail', '')]
  return requiredProduct === undefined || isProductOfferedRealOrDemo(features, requiredProduct)
}
