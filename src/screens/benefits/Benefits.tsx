import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { benefits } from '#contract/calls/benefits.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Benefits.module.css'
import { DemoGrants, Envelopes } from './Given.tsx'
import { Tasks } from './Tasks.tsx'
import { Vouchers } from './Vouchers.tsx'

export const Route = createFileRoute('/_signedIn/fuliCenter')({ component: Benefits })

/** Tasks, vouchers, Monday's envelopes and grants of demo money (product §4.2 row 21). Nothing is urgent, nothing ends. */
function Benefits() {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const isGuest = useUser()?.isGuest === 1
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(query(benefits.benefits, {}))
  return (
    <ScreenLayout
      title={t({ message: 'Benefits', context: 'title of the screen' })}
      back={path.me}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      <p className={styles.quiet}>
        <Trans>Things worth doing once. Take your time: nothing here ends, and nothing asks you to deposit or to trade more.</Trans>
      </p>
      {data ? (
        <>
          {isGuest ? (
            <Card role="note" className={styles.note}>
              <p className={styles.quiet}>
                <Trans>What you do as a guest counts. To collect what it brings, add an email or mobile number.</Trans>
              </p>
              <ButtonLink to={path.addSignIn} kind="secondary">
                <Trans>Add an email or mobile</Trans>
              </ButtonLink>
            </Card>
          ) : (
            !data.incentiveAllowed && (
              <Card role="note">
                <p className={styles.quiet}>
                  <Trans>Vouchers and envelopes are not given in your country. The rules there decide this, not your account.</Trans>
                </p>
              </Card>
            )
          )}
          <Tasks tasks={data.tasks} isGuest={isGuest} incentiveAllowed={data.incentiveAllowed} />
          {(data.incentiveAllowed || data.vouchers.length > 0) && <Vouchers vouchers={data.vouchers} />}
          {(data.incentiveAllowed || data.envelopes.length > 0) && <Envelopes envelopes={data.envelopes} />}
          {data.demoGrants.length > 0 && <DemoGrants grants={data.demoGrants} />}
        </>
      ) : error ? (
        <FailedRead title={t`Your benefits could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={7} height={2} />
        </Card>
      )}
    </ScreenLayout>
  )
}
