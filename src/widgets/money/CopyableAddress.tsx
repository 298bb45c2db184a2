import { useLingui } from '@lingui/react/macro'
import { CopyableValue } from './CopyableValue.tsx'
import { GroupedAddress } from './GroupedAddress.tsx'

/** An address of a chain, easy to compare and copied whole. */
export function CopyableAddress({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <CopyableValue
      label={t({ message: 'Address', context: 'of a coin' })}
      value={address}
      displayed={<GroupedAddress address={address} />}
      small
    />
  )
}
