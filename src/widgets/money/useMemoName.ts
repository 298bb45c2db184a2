import { useLingui } from '@lingui/react/macro'

/** What the text beside an address is called on a network, as wallets and exchanges call it. */
export function useNetworkMemoName(): (chainType: string) => string {
  const { t } = useLingui()
  return (chainType) => {
    if (chainType === 'XRP') return t`Destination tag`
    if (chainType === 'TON') return t({ message: 'Comment', context: 'beside a transfer on TON' })
    return t`Memo`
  }
}
