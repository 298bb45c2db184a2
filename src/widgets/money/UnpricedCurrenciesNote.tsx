import { Trans } from '@lingui/react/macro'
import type { WalletAssets } from '#contract/calls/wallet.ts'
import { Text } from '#ui/Text.tsx'
import { listUnpricedCurrencies } from './unpricedCurrencies.ts'

/** Says beside a total what is not in it for want of a price; nothing where all of it is. */
export function UnpricedCurrenciesNote({ assets }: { assets: WalletAssets }) {
  const currencies = listUnpricedCurrencies(assets).join(', ')
  if (currencies === '') return null
  return (
    <Text tone="quiet" size="small">
      <Trans>Without {currencies}, for which there is no price.</Trans>
    </Text>
  )
}
