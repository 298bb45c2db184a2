import { useLingui } from '@lingui/react/macro'
import { CopyValue } from './CopyValue.tsx'
import { GroupedAddress } from './GroupedAddress.tsx'

/** An address of a chain, easy to compare and copied whole. */
export function CopyAddress({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <CopyValue label={t({ message: 'Address', context: 'of a coin' })} value={address} shown={<GroupedAddress address={address} />} small />
  )
}
