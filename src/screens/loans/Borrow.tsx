import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { useBook } from '#api/book.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { loans } from '#contract/calls/loans.ts'
import { book } from '#contract/constants.ts'
import { loanKind } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { readBorrowSearch } from './borrowSearch.ts'
import { CreditForm } from './CreditForm.tsx'
import styles from './Loans.module.css'
import { LoanStop } from './LoanStop.tsx'
import { PledgeForm } from './PledgeForm.tsx'
import { useLoanStop } from './useLoanStop.ts'

export const Route = createFileRoute('/_signedIn/jiedai')({ component: Borrow, validateSearch: readBorrowSearch })

/** USDT on credit, or against coins that are pledged for it: the cost first, then a look at the figures (product §4.2 row 23). */
function Borrow() {
  const { t } = useLingui()
  const { kind } = Route.useSearch()
  const navigate = Route.useNavigate()
  const user = useUser()
  const sets = useQuery(query(loans.loanSets, {}))
  const mine = useQuery(query(loans.loanAccount, {}))
  const isOffline = useConnection() === 'offline'
  const inDemo = useBook() === book.demo
  const isPledge = kind === 'pledge'
  const set = sets.data?.find((one) => one.kind === (isPledge ? loanKind.pledge : loanKind.credit))
  const stop = useLoanStop(mine.data, isPledge)
  const failed = set ? (mine.data ? null : mine.error) : sets.error
  return (
    <ScreenLayout
      title={t({ message: 'Borrow', context: 'title of the screen' })}
      back={path.home}
      chips={<AgeChip at={mine.data && (mine.error || isOffline) ? madeAt(mine.data, mine.dataUpdatedAt) : undefined} />}
    >
      {stop === 'region' || user?.features.loan === 'off' ? (
        <Empty text={t`Loans are not offered where you live. What runs can always be repaid, under My loans.`} />
      ) : (
        <>
          <Segments
            label={t`Kind of loan`}
            value={isPledge ? 'pledge' : 'credit'}
            onChange={(next) => void navigate({ search: next === 'pledge' ? { kind: 'pledge' } : {}, replace: true, resetScroll: false })}
            options={[
              { value: 'credit', label: t({ message: 'Credit', context: 'kind of loan' }) },
              { value: 'pledge', label: t({ message: 'Pledge', context: 'kind of loan' }) },
            ]}
          />
          {inDemo && (
            <p className={styles.quiet}>
              <Trans>Loans belong to the real book, whichever book you trade in.</Trans>
            </p>
          )}
          <LoanStop stop={stop} />
          {set && mine.data ? (
            isPledge ? (
              <PledgeForm key={set.id} set={set} stop={stop} />
            ) : (
              <CreditForm key={set.id} set={set} account={mine.data} stop={stop} />
            )
          ) : failed ? (
            <FailedRead
              title={t`The terms could not be read`}
              error={failed}
              busy={sets.isFetching || mine.isFetching}
              onRetry={() => {
                void sets.refetch()
                void mine.refetch()
              }}
            />
          ) : sets.data && !set ? (
            <Empty text={t`This kind of loan is not offered now.`} />
          ) : (
            <>
              <Card>
                <Skeleton lines={2} height={1.5} />
              </Card>
              <Skeleton height={3} />
              <Card>
                <Skeleton lines={5} height={1.25} />
              </Card>
            </>
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
