import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { path } from '#sitemap'
import { AddressSheet } from './AddressSheet.tsx'
import { readBookSearch } from './bookSearch.ts'
import { SavedPlaces } from './SavedPlaces.tsx'
import { WhitelistSwitch } from './WhitelistSwitch.tsx'

export const Route = createFileRoute('/_signedIn/address-book')({ component: AddressBook, validateSearch: readBookSearch })

/** The addresses that money can go to (product §1.7 calls 131 to 135). */
function AddressBook() {
  const { t } = useLingui()
  const { add } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SavedPlaces
      type={2}
      title={t`Address book`}
      back={path.withdraw}
      empty={t`Save an address to withdraw to it. A new one waits 24 hours, so that nobody else can add one and empty your account.`}
      addLabel={<Trans>Add an address</Trans>}
      wished={add}
      onWishDone={() => void navigate({ search: {}, replace: true })}
      sheet={(props) => <AddressSheet {...props} />}
    >
      <WhitelistSwitch />
    </SavedPlaces>
  )
}
