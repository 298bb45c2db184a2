import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { benefits } from '#contract/calls/benefits.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Benefits.module.css'
import { DemoGrantList, MondayEnvelopeList } from './Grants.tsx'
import { BenefitTaskList } from './BenefitTaskList.tsx'
import { VoucherList } from './VoucherList.tsx'

export const Route = createFileRoute('/_signedIn/fuliCenter')({ component: Benefits })

/** Tasks, vouchers, Monday's envelopes and grants of demo money. Nothing is urgent, nothing ends. */
function Benefits() {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const isGuest = useUser()?.isGuest === 1
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(benefits.benefits, {}))
  return (
    <ScreenLayout
      title={t({ message: 'Benefits', context: 'title of the screen' })}
      back={path.me}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      <p className={styles.quiet}>
        <Trans>Things worth doing once. Take your time: nothing here ends, and nothing asks you to deposit or to trade more.</Trans>
      </p>
      {data ? (
        <>
          {isGuest ? (
            <Grid as={Card} role="note" gap={2} className={styles.note}>
              <p className={styles.quiet}>
                <Trans>What you do as a guest counts. To collect what it brings, add an email or mobile number.</Trans>
              </p>
              <ButtonLink to={path.addSignIn} kind="secondary">
                <Trans>Add an email or mobile</Trans>
              </ButtonLink>
            </Grid>
          ) : (
            !data.incentiveAllowed && (
              <Card role="note">
                <p className={styles.quiet}>
                  <Trans>Vouchers and envelopes are not given in your country. The rules there decide this, not your account.</Trans>
                </p>
              </Card>
            )
          )}
          <BenefitTaskList tasks={data.tasks} isGuest={isGuest} incentiveAllowed={data.incentiveAllowed} />
          {(data.incentiveAllowed || data.vouchers.length > 0) && <VoucherList vouchers={data.vouchers} />}
          {(data.incentiveAllowed || data.envelopes.length > 0) && <MondayEnvelopeList envelopes={data.envelopes} />}
          {data.demoGrants.length > 0 && <DemoGrantList grants={data.demoGrants} />}
        </>
      ) : error ? (
        <LoadErrorState title={t`Your benefits could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={7} height={2} />
        </Card>
      )}
    </ScreenLayout>
  )
}
