import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { type ApiError, isUnanswered } from '#api/apiError.ts'
import { useBook, useBookTone } from '#api/book.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { book } from '#contract/constants.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Exchange, Market } from '#ui/icons.tsx'
import { Ledger, Sort } from '#ui/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { BookSwitch } from '#widgets/BookSwitch.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { Allocation } from './Allocation.tsx'
import styles from './AssetCenter.module.css'
import { CurrencyRows } from './CurrencyRows.tsx'
import { MoneyActions } from './MoneyActions.tsx'
import { isTarget, type Target } from './targets.ts'
import { Total } from './Total.tsx'

export const Route = createFileRoute('/_signedIn/zichanCenter')({
  validateSearch: (search: Record<string, unknown>): { target?: Target } =>
    isTarget(search['target']) ? { target: search['target'] } : {},
  component: AssetCenter,
})

/** Everything in the chosen book: the total, today's result, where it is and in which currency (product §4.2 row 14). */
function AssetCenter() {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const accountType = useBook()
  const user = useUser()
  const { target = 'USDT' } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(wallet.assets, { accountType, target }),
    // Another target is the same money: the old figures stay until the new ones are there.
    placeholderData: (before) => (before?.accountType === accountType ? before : undefined),
  })
  const balances = useQuery(query(wallet.balances, { accountType }))
  const isOld = data !== undefined && (error !== null || !isOnline)
  return (
    <ScreenLayout
      title={t`Asset center`}
      back={path.me}
      tone={useBookTone()}
      chips={isOld ? <AgeChip at={madeAt(data, dataUpdatedAt)} /> : undefined}
    >
      {user && <BookSwitch isGuest={user.isGuest === 1} />}
      {data ? (
        <>
          <Total
            assets={data}
            isChanging={data.target !== target}
            canChange={isOnline}
            target={target}
            onTarget={(next) => void navigate({ search: next === 'USDT' ? {} : { target: next }, replace: true })}
          />
          {accountType === book.real && <MoneyActions />}
          <Allocation groups={data.groups} debt={data.totalDebt} net={data.net} />
          <CurrencyRows assets={data} balances={balances.data} />
          <Card flush>
            <RowLink
              to={path.contracts}
              search={{ mode: 'spot' }}
              leading={<Market />}
              title={t`Spot`}
              subtitle={t`Buy and sell coins at the market`}
            />
            <RowLink to={path.swap} leading={<Exchange />} title={t`Swap`} subtitle={t`One coin for another, at a firm price`} />
          </Card>
          <Section title={t`How it came about`} quietTitle>
            <Card flush>
              <RowLink
                to={path.balanceRecords}
                leading={<Ledger />}
                title={t`Balance records`}
                subtitle={t`Every movement and the balance after`}
              />
              <RowLink
                to={path.transferRecords}
                leading={<Sort />}
                title={t`Deposits and withdrawals`}
                subtitle={t`Each with its state and every step`}
              />
            </Card>
          </Section>
        </>
      ) : error ? (
        <ErrorState
          title={t`Your assets did not load`}
          text={isUnanswered(error) ? t`No answer came. Your balances are not affected.` : error.message}
          onRetry={() => void refetch()}
          retryLabel={t`Try again`}
          busy={isFetching}
          detail={(error as ApiError).traceId}
        />
      ) : (
        <Waiting />
      )}
    </ScreenLayout>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status">
      <span className="visuallyHidden">
        <Trans>Reading your assets</Trans>
      </span>
      <Card>
        <Skeleton width={8} />
        <Skeleton width={12} height={2} />
      </Card>
      <Card>
        <Skeleton lines={3} height={1.25} />
      </Card>
      <Card>
        <Skeleton lines={3} height={1.25} />
      </Card>
    </div>
  )
}
