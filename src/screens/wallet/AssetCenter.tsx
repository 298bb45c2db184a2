import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { type ApiError, isUnansweredError } from '#api/apiError.ts'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { accountTypes } from '#contract/constants.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { MarketIcon } from '#ui/icons/icons.tsx'
import { ExchangeIcon, LedgerIcon, SortIcon } from '#ui/icons/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { RealDemoSwitch } from '#widgets/trading/RealDemoSwitch.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { AssetAllocation } from './AssetAllocation.tsx'
import { Stack } from '#ui/Stack.tsx'
import { CurrencyBalanceRows } from './CurrencyBalanceRows.tsx'
import { WalletActions } from './WalletActions.tsx'
import { isValuationCurrency, type ValuationCurrency } from './valuationCurrencies.ts'
import { TotalAssets } from './TotalAssets.tsx'

export const Route = createFileRoute('/_signedIn/zichanCenter')({
  validateSearch: (search: Record<string, unknown>): { target?: ValuationCurrency } =>
    isValuationCurrency(search['target']) ? { target: search['target'] } : {},
  component: AssetCenter,
})

/** Everything in the chosen book: the total, today's result, where it is and in which currency. */
function AssetCenter() {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const accountType = useAccountType()
  const user = useUser()
  const { target = 'USDT' } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(wallet.assets, { accountType, target }),
    // Another target is the same money: the old figures stay until the new ones are there.
    placeholderData: (previous) => (previous?.accountType === accountType ? previous : undefined),
  })
  const balances = useQuery(apiReadQuery(wallet.balances, { accountType }))
  const isOutdated = data !== undefined && (error !== null || !isOnline)
  return (
    <ScreenLayout
      title={t`Asset center`}
      back={path.me}
      tone={useAccountScreenTone()}
      chips={isOutdated ? <DataAgeChip at={dataAsOf(data, dataUpdatedAt)} /> : undefined}
    >
      {user && <RealDemoSwitch isGuest={user.isGuest === 1} />}
      {data ? (
        <>
          <TotalAssets
            assets={data}
            isChanging={data.target !== target}
            canChange={isOnline}
            target={target}
            onTarget={(next) => void navigate({ search: next === 'USDT' ? {} : { target: next }, replace: true })}
          />
          {accountType === accountTypes.real && <WalletActions />}
          <AssetAllocation groups={data.groups} debt={data.totalDebt} net={data.net} />
          <CurrencyBalanceRows assets={data} balances={balances.data} />
          <AssetCenterLinks />
        </>
      ) : error ? (
        <ErrorState
          title={t`Your assets did not load`}
          text={isUnansweredError(error) ? t`No answer came. Your balances are not affected.` : error.message}
          onRetry={() => void refetch()}
          retryLabel={t`Try again`}
          busy={isFetching}
          detail={(error as ApiError).traceId}
        />
      ) : (
        <AssetCenterSkeleton />
      )}
    </ScreenLayout>
  )
}

function AssetCenterSkeleton() {
  return (
    <Stack gap={4} role="status">
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
    </Stack>
  )
}

/** Where the same money is traded, and how it came about. */
function AssetCenterLinks() {
  const { t } = useLingui()
  return (
    <>
      <Card flush>
        <RowLink
          to={path.contracts}
          search={{ mode: 'spot' }}
          leading={<MarketIcon />}
          title={t`Spot`}
          subtitle={t`Buy and sell coins at the market`}
        />
        <RowLink to={path.swap} leading={<ExchangeIcon />} title={t`Swap`} subtitle={t`One coin for another, at a firm price`} />
      </Card>
      <Section title={t`How it came about`} quietTitle>
        <Card flush>
          <RowLink
            to={path.balanceRecords}
            leading={<LedgerIcon />}
            title={t`Balance records`}
            subtitle={t`Every movement and the balance after`}
          />
          <RowLink
            to={path.transferRecords}
            leading={<SortIcon />}
            title={t`Deposits and withdrawals`}
            subtitle={t`Each with its state and every step`}
          />
        </Card>
      </Section>
    </>
  )
}
