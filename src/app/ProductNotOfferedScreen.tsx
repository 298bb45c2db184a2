import { useLingui } from '@lingui/react/macro'
import { path } from '#sitemap'
import { CountryRestrictionNotice } from '#widgets/identity/CountryRestrictionNotice.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'

/** Where what one has of it is kept: shown everywhere. */
const orderListPathByScreen: Readonly<Record<string, string>> = {
  [path.earnProducts]: path.investments,
  [path.earnProduct]: path.investments,
  [path.mining]: path.miningOrders,
  [path.machine]: path.miningOrders,
  [path.bond]: path.bondOrders,
  [path.borrow]: path.loanOrders,
  [path.competitions]: path.myCompetitions,
}

/** In place of the screen at this address, where what it is of is not offered (docs/rules/countries.md). */
export function ProductNotOfferedScreen({ of }: { of: string }) {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`Not available`} back={path.home}>
      <CountryRestrictionNotice ownOrders={orderListPathByScreen[of]} />
    </ScreenLayout>
  )
}
