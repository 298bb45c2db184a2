import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import type { User } from '#contract/calls/account.ts'
import { withdrawals } from '#contract/calls/withdrawals.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { useWithdrawalMethodsAndBalances } from './useWithdrawalMethodsAndBalances.ts'
import { WithdrawForm } from './WithdrawForm.tsx'
import { WithdrawScreenLayout } from './WithdrawScreenLayout.tsx'
import { readWithdrawSearchParams } from './withdrawSearch.ts'

export const Route = createFileRoute('/_signedIn/tixian')({ component: Withdraw, validateSearch: readWithdrawSearchParams })

/** Money out: where to, how much, then a look at the figures and the proof. */
function Withdraw() {
  const { t } = useLingui()
  const { currency } = Route.useSearch()
  const user = useUser()
  const accounts = useQuery(apiReadQuery(withdrawals.accounts, {}))
  const { ways, error, retry, isBusy } = useWithdrawalMethodsAndBalances()
  const failed = accounts.data ? error : (accounts.error ?? error)
  if (user && accounts.data && ways && !failed && isReady(user)) return <WithdrawForm accounts={accounts.data} initialCurrency={currency} />
  return (
    <WithdrawScreenLayout>
      {user && (user.isGuest === 1 || user.kycStatus === 0) ? (
        <NotVerifiedYet isGuest={user.isGuest === 1} />
      ) : user && user.hasSafePassword === 0 ? (
        <EmptyState
          text={t`First set a withdrawal password. It is asked for whenever money leaves your account.`}
          action={
            <ButtonLink to={path.changeWithdrawalPassword} size="large">
              <Trans>Set a withdrawal password</Trans>
            </ButtonLink>
          }
        />
      ) : failed ? (
        <LoadErrorState
          title={t`Where money can go could not be read`}
          error={failed}
          busy={isBusy || accounts.isFetching}
          onRetry={() => {
            retry()
            void accounts.refetch()
          }}
        />
      ) : (
        <Skeleton lines={9} />
      )}
    </WithdrawScreenLayout>
  )
}

const isReady = (user: User): boolean => user.isGuest === 0 && user.kycStatus > 0 && user.hasSafePassword === 1

function NotVerifiedYet({ isGuest }: { isGuest: boolean }) {
  const { t } = useLingui()
  return (
    <EmptyState
      text={
        isGuest
          ? t`Guests trade with demo money only. Add an email or mobile, then verify your identity, and money can come in and leave.`
          : t`Verify your identity first. Money can come in only after that, so that it can always leave again.`
      }
      action={
        <ButtonLink to={isGuest ? path.addSignIn : path.verification} size="large">
          {isGuest ? <Trans>Add an email or mobile</Trans> : <Trans>Verify identity</Trans>}
        </ButtonLink>
      }
    />
  )
}
