import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'

/** Which product a contract on a market of this category is: those on crypto have rules of their own (docs/rules/countries.md). */
export const contractProductOfCategory = (category: string | undefined): 'contract' | 'cryptoContract' =>
  category === 'crypto' ? 'cryptoContract' : 'contract'

/** Whether contracts on markets of this category, and options on them, are offered, if only for play money. While nothing is known, they are. */
export const isContractOfferedRealOrDemo = (features: ProductAvailabilityByKind | undefined, category: string): boolean =>
  features?.[contractProductOfCategory(category)] !== 'off'
