import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { path } from '#sitemap'
import { AddOrEditWithdrawalAddressSheet } from './AddOrEditWithdrawalAddressSheet.tsx'
import { readAddressBookSearchParams } from './addressBookSearch.ts'
import { WithdrawalAccountsScreen } from './WithdrawalAccountsScreen.tsx'
import { WhitelistSwitch } from './WhitelistSwitch.tsx'

export const Route = createFileRoute('/_signedIn/address-book')({ component: AddressBook, validateSearch: readAddressBookSearchParams })

/** The addresses that money can go to (docs/rules/deposits-and-withdrawals.md). */
function AddressBook() {
  const { t } = useLingui()
  const { add } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <WithdrawalAccountsScreen
      type={2}
      title={t`Address book`}
      back={path.withdraw}
      empty={t`Save an address to withdraw to it. A new one waits 24 hours, so that nobody else can add one and empty your account.`}
      addLabel={<Trans>Add an address</Trans>}
      initialCurrency={add}
      onInitialCurrencyDone={() => void navigate({ search: {}, replace: true })}
      sheet={(props) => <AddOrEditWithdrawalAddressSheet {...props} />}
    >
      <WhitelistSwitch />
    </WithdrawalAccountsScreen>
  )
}
