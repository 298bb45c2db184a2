import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { LedgerIcon } from '#ui/icons/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { IconLink } from '#widgets/IconLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { DepositForm } from './DepositForm.tsx'
import { readDepositSearchParams } from './depositSearch.ts'

export const Route = createFileRoute('/_signedIn/chongzhi')({ validateSearch: readDepositSearchParams, component: DepositScreen })

/** Money in: currency, network, address. */
function DepositScreen() {
  const { t } = useLingui()
  const user = useUser()
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { data, error, refetch, isFetching } = useQuery(apiReadQuery(wallet.networks, {}))
  return (
    <ScreenLayout
      title={t`Deposit`}
      back={path.assetCenter}
      actions={<IconLink to={path.transferRecords} icon={<LedgerIcon />} label={t`Records`} />}
    >
      {user && user.kycStatus === 0 ? (
        <Unverified />
      ) : user && data ? (
        <DepositForm networks={data} params={search} onParamsChange={(params) => void navigate({ search: params, replace: true })} />
      ) : error ? (
        <LoadErrorState title={t`The networks could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

/** Money never enters an account that could not take it out again (docs/rules/deposits-and-withdrawals.md). */
function Unverified() {
  const { t } = useLingui()
  return (
    <EmptyState
      text={t`Your own addresses appear here once we know who you are. We ask first, so that nothing comes in that could not go out again.`}
      action={
        <ButtonLink to={path.verification} size="large">
          <Trans>Verify your identity</Trans>
        </ButtonLink>
      }
    />
  )
}
