import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType } from '#api/accountType.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { loans } from '#contract/calls/loans.ts'
import { accountTypes } from '#contract/constants.ts'
import { loanKind } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { readBorrowSearchParams } from './borrowSearch.ts'
import { CreditLoanForm } from './CreditLoanForm.tsx'
import { Text } from '#ui/Text.tsx'
import { LoanRestrictionCard } from './LoanRestrictionCard.tsx'
import { PledgedLoanForm } from './PledgedLoanForm.tsx'
import { useLoanRestriction } from './useLoanRestriction.ts'

export const Route = createFileRoute('/_signedIn/jiedai')({ component: Borrow, validateSearch: readBorrowSearchParams })

/** USDT on credit, or against coins that are pledged for it: the cost first, then a look at the figures. */
function Borrow() {
  const { t } = useLingui()
  const { kind } = Route.useSearch()
  const navigate = Route.useNavigate()
  const user = useUser()
  const plansQuery = useQuery(apiReadQuery(loans.loanSets, {}))
  const loanAccountQuery = useQuery(apiReadQuery(loans.loanAccount, {}))
  const isOffline = useStreamConnectionState() === 'offline'
  const isDemo = useAccountType() === accountTypes.demo
  const isPledge = kind === 'pledge'
  const set = plansQuery.data?.find((one) => one.kind === (isPledge ? loanKind.pledge : loanKind.credit))
  const restriction = useLoanRestriction(loanAccountQuery.data, isPledge)
  const failed = set ? (loanAccountQuery.data ? null : loanAccountQuery.error) : plansQuery.error
  return (
    <ScreenLayout
      title={t({ message: 'Borrow', context: 'title of the screen' })}
      back={path.home}
      chips={
        <DataAgeChip
          at={
            loanAccountQuery.data && (loanAccountQuery.error || isOffline)
              ? dataAsOf(loanAccountQuery.data, loanAccountQuery.dataUpdatedAt)
              : undefined
          }
        />
      }
    >
      {restriction === 'region' || user?.features.loan === 'off' ? (
        <EmptyState text={t`Loans are not offered where you live. What runs can always be repaid, under My loans.`} />
      ) : (
        <>
          <SegmentedControl
            label={t`Kind of loan`}
            value={isPledge ? 'pledge' : 'credit'}
            onChange={(next) => void navigate({ search: next === 'pledge' ? { kind: 'pledge' } : {}, replace: true, resetScroll: false })}
            options={[
              { value: 'credit', label: t({ message: 'Credit', context: 'kind of loan' }) },
              { value: 'pledge', label: t({ message: 'Pledge', context: 'kind of loan' }) },
            ]}
          />
          {isDemo && (
            <Text tone="quiet">
              <Trans>Loans belong to the real book, whichever book you trade in.</Trans>
            </Text>
          )}
          <LoanRestrictionCard stop={restriction} />
          {set && loanAccountQuery.data ? (
            isPledge ? (
              <PledgedLoanForm key={set.id} set={set} stop={restriction} />
            ) : (
              <CreditLoanForm key={set.id} set={set} account={loanAccountQuery.data} stop={restriction} />
            )
          ) : failed ? (
            <LoadErrorState
              title={t`The terms could not be read`}
              error={failed}
              busy={plansQuery.isFetching || loanAccountQuery.isFetching}
              onRetry={() => {
                void plansQuery.refetch()
                void loanAccountQuery.refetch()
              }}
            />
          ) : plansQuery.data && !set ? (
            <EmptyState text={t`This kind of loan is not offered now.`} />
          ) : (
            <FormSkeleton />
          )}
        </>
      )}
      <Card flush>
        <RowLink to={path.loanOrders} title={t`My loans`} subtitle={<Trans>What is open, and what has ended</Trans>} />
        <RowLink to={path.loanAccount} title={t`Loan account`} subtitle={<Trans>Your limit, what you owe, and when</Trans>} />
        <RowLink to={path.article} search={{ id: 'loans' }} title={t`How loans work`} />
      </Card>
    </ScreenLayout>
  )
}

/** The form before its terms are there. */
function FormSkeleton() {
  return (
    <>
      <Card>
        <Skeleton lines={2} height={1.5} />
      </Card>
      <Skeleton height={3} />
      <Card>
        <Skeleton lines={5} height={1.25} />
      </Card>
    </>
  )
}
