import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { path } from '#sitemap'
import { AddOrEditBankAccountSheet } from './AddOrEditBankAccountSheet.tsx'
import { readAddressBookSearchParams } from './addressBookSearch.ts'
import { WithdrawalAccountsScreen } from './WithdrawalAccountsScreen.tsx'

export const Route = createFileRoute('/_signedIn/bank-accounts')({ component: BankAccounts, validateSearch: readAddressBookSearchParams })

/** The bank accounts that money can go to: only the person's own. */
function BankAccounts() {
  const { t } = useLingui()
  const { add } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <WithdrawalAccountsScreen
      type={1}
      title={t`Bank accounts`}
      back={path.withdraw}
      empty={t`Save a bank account in your verified name. A new one waits 24 hours.`}
      addLabel={<Trans>Add a bank account</Trans>}
      initialCurrency={add}
      onInitialCurrencyDone={() => void navigate({ search: {}, replace: true })}
      sheet={(props) => <AddOrEditBankAccountSheet {...props} />}
    />
  )
}
