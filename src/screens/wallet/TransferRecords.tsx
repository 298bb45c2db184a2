import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { path } from '#sitemap'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { DepositList, WithdrawalList } from './TransferList.tsx'
import { DepositWithdrawalFilterRow } from './DepositWithdrawalFilterRow.tsx'
import { readDepositWithdrawalSearchParams, type DepositWithdrawalSearchParams } from './depositWithdrawalSearch.ts'
import styles from './BalanceRecords.module.css'

export const Route = createFileRoute('/_signedIn/chongzhitixianRecord')({
  validateSearch: readDepositWithdrawalSearchParams,
  component: TransferRecords,
})

/** Money in and money out, each with how it stands: of the real book alone, whichever is looked at elsewhere. */
function TransferRecords() {
  const { t } = useLingui()
  const { tab = 'deposit', ...filter } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const show = (search: DepositWithdrawalSearchParams) => void navigate({ search, replace: true })
  const ofTab = tab === 'withdrawal' ? { tab } : {}
  const List = tab === 'withdrawal' ? WithdrawalList : DepositList
  return (
    <ScreenLayout title={t`Deposits and withdrawals`} back={path.me} flush>
      <div className={styles.tabs}>
        <SegmentedControl
          label={t`Which way the money went`}
          value={tab}
          // A state of one way is none of the other; a currency is.
          onChange={(next) => show({ ...(next === 'withdrawal' && { tab: next }), ...(filter.currency && { currency: filter.currency }) })}
          options={[
            { value: 'deposit', label: t({ message: 'Deposits', context: 'list of money in' }) },
            { value: 'withdrawal', label: t({ message: 'Withdrawals', context: 'list of money out' }) },
          ]}
        />
      </div>
      <DepositWithdrawalFilterRow tab={tab} filter={filter} onChange={(next) => show({ ...ofTab, ...next })} />
      {/* Another filter is another list: it begins at its first page. */}
      <List key={JSON.stringify(filter)} filter={filter} onClear={() => show(ofTab)} />
    </ScreenLayout>
  )
}
