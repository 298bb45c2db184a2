import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { withdrawals } from '#contract/calls/withdrawals.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { PayoutTimes } from './PayoutTimes.tsx'
import { useWays } from './useWays.ts'
import { WithdrawForm } from './WithdrawForm.tsx'
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
  return (
    <ScreenLayout title={t({ message: 'Withdraw', context: 'title of the screen' })} back={path.assetCenter}>
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
      ) : user && accounts.data && ways ? (
        <WithdrawForm accounts={accounts.data} wished={currency} />
      ) : (
        <Skeleton lines={9} />
      )}
      <Card flush>
        <RowLink to={path.addressBook} title={t`Address book`} />
        <RowLink to={path.bankAccounts} title={t`Bank accounts`} />
        <RowLink to={path.article} search={{ id: 'withdrawals' }} title={t`How withdrawals work`} subtitle={<PayoutTimes />} />
      </Card>
    </ScreenLayout>
  )
}

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
