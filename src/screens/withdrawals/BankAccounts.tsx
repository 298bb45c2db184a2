import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { path } from '#sitemap'
import { BankSheet } from './BankSheet.tsx'
import { readBookSearch } from './bookSearch.ts'
import { SavedPlaces } from './SavedPlaces.tsx'

export const Route = createFileRoute('/_signedIn/bank-accounts')({ component: BankAccounts, validateSearch: readBookSearch })

/** The bank accounts that money can go to: only the person's own. */
function BankAccounts() {
  const { t } = useLingui()
  const { add } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SavedPlaces
      type={1}
      title={t`Bank accounts`}
      back={path.withdraw}
      empty={t`Save a bank account in your verified name. A new one waits 24 hours.`}
      addLabel={<Trans>Add a bank account</Trans>}
      wished={add}
      onWishDone={() => void navigate({ search: {}, replace: true })}
      sheet={(props) => <BankSheet {...props} />}
    />
  )
}
