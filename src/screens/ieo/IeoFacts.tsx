import { useLingui } from '@lingui/react/macro'
import type { IeoProject } from '#contract/calls/ieo.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { formatIeoCost } from './costText.ts'

/** Price and amounts of a subscription. */
export function IeoFacts({ ieo }: { ieo: IeoProject }) {
  const { t } = useLingui()
  const { estimatePrice, winPrice, priceCurrency, totalSupply, userCap, lot, applyMax, tokenSymbol } = ieo
  const tokens = (amount: string) => `${formatExactAmount(amount)} ${tokenSymbol}`
  return (
    <DescriptionList
      rows={[
        { key: 'estimate', name: t`Estimated price`, value: `${formatIeoCost(estimatePrice)} ${priceCurrency}` },
        {
          key: 'win',
          name: t`Winning price`,
          value: winPrice === null ? t`Known after the draw, never above the estimate` : `${formatIeoCost(winPrice)} ${priceCurrency}`,
          strong: winPrice !== null,
        },
        { key: 'supply', name: t`On offer`, value: tokens(totalSupply) },
        { key: 'cap', name: t`Most for one person`, value: tokens(userCap) },
        { key: 'apply', name: t`Most to apply for`, value: tokens(applyMax) },
        { key: 'lot', name: t`In steps of`, value: tokens(lot) },
      ]}
    />
  )
}
