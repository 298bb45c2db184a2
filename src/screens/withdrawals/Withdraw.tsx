import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import type { User } from '#contract/calls/account.ts'
import { withdrawals } from '#contract/calls/withdrawals.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { useWays } from './useWays.ts'
import { WithdrawForm } from './WithdrawForm.tsx'
import { WithdrawFrame } from './WithdrawFrame.tsx'
import { readWithdrawSearch } from './withdrawSearch.ts'

export const Route = createFileRoute('/_signedIn/tixian')({ component: Withdraw, validateSearch: readWithdrawSearch })

/** Money out: where to, how much, then a look at the figures and the proof (product §4.2 row 18). */
function Withdraw() {
  const { t } = useLingui()
  const { currency } = Route.useSearch()
  const user = useUser()
  const accounts = useQuery(query(withdrawals.accounts, {}))
  const { ways, error, retry, isBusy } = useWays()
  const failed = accounts.data ? error : (accounts.error ?? error)
  if (user && accounts.data && ways && !failed && isReady(user)) return <WithdrawForm accounts={accounts.data} wished={currency} />
  return (
    <WithdrawFrame>
      {user && (user.isGuest === 1 || user.kycStatus === 0) ? (
        <NotYet isGuest={user.isGuest === 1} />
      ) : user && user.hasSafePassword === 0 ? (
        <Empty
          text={t`First set a withdrawal password. It is asked for whenever money leaves your account.`}
          action={
            <ButtonLink to={path.changeWithdrawalPassword} size="large">
              <Trans>Set a withdrawal password</Trans>
            </ButtonLink>
          }
        />
      ) : failed ? (
        <FailedRead
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
    </WithdrawFrame>
  )
}

const isReady = (user: User): boolean => user.isGuest === 0 && user.kycStatus > 0 && user.hasSafePassword === 1

function NotYet({ isGuest }: { isGuest: boolean }) {
  const { t } = useLingui()
  return (
    <Empty
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
