import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useProductAvailability } from '#api/features.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { ieo, type IeoProject } from '#contract/calls/ieo.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { CountryRestrictionNotice } from '#widgets/identity/CountryRestrictionNotice.tsx'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { IeoApplyForm } from './IeoApplyForm.tsx'
import { IeoDemandCard } from './IeoDemandCard.tsx'
import { IeoDrawProofCard } from './IeoDrawProofCard.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './Ieo.module.css'
import { IeoFacts } from './IeoFacts.tsx'
import { IeoStateChip } from './IeoStateChip.tsx'
import { MyIeoApplicationSection } from './MyIeoApplicationSection.tsx'
import { IeoNextEventText } from './IeoNextEventText.tsx'
import { IeoSteps } from './IeoSteps.tsx'

const refetchIntervalMs = 30_000
const isPhaseChanging = ({ status }: IeoProject): boolean =>
  status === ieoStatus.subscribing || status === ieoStatus.drawing || status === ieoStatus.paying

/** One subscription: what is offered, what one has of it, its steps, and the draw that anyone can repeat. */
export function IeoProjectScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(ieo.ieos, { pageSize: 50 }),
    refetchInterval: ({ state }) => (state.data?.records.some((one) => one.id === id && isPhaseChanging(one)) ? refetchIntervalMs : false),
  })
  const project = data?.records.find((one) => one.id === id)
  const isOn = isScreenProductOffered(useProductAvailability(), path.ieo)
  // Who applied before goes on with it.
  if (!isOn && (project?.myOrderId ?? null) === null)
    return (
      <ScreenLayout title={t`Token subscription`} back={path.ieo}>
        {data || error ? <CountryRestrictionNotice /> : <Skeleton lines={8} height={1.25} />}
      </ScreenLayout>
    )
  return (
    <ScreenLayout
      title={project ? `${project.name} (${project.tokenSymbol})` : t`Token subscription`}
      back={path.ieo}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      {project ? (
        <IeoContent ieo={project} isOn={isOn} />
      ) : data ? (
        <EmptyState
          text={t`This subscription is not here.`}
          action={
            <ButtonLink to={path.ieo} kind="secondary">
              <Trans>See the subscriptions</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <LoadErrorState title={t`The subscription could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Card>
            <Skeleton lines={4} height={1.25} />
          </Card>
          <Card>
            <Skeleton lines={8} height={1.25} />
          </Card>
        </>
      )}
    </ScreenLayout>
  )
}

function IeoContent({ ieo: one, isOn }: { ieo: IeoProject; isOn: boolean }) {
  const { t } = useLingui()
  const { myOrderId, status } = one
  const order = useQuery({ ...apiReadQuery(ieo.ieoOrders, { pageSize: 100 }), enabled: myOrderId !== null }).data?.records.find(
    ({ id }) => id === myOrderId,
  )
  const isFree = myOrderId === null || order?.status === ieoOrderStatus.cancelled
  return (
    <>
      <Card>
        <Grid gap={3}>
          <Row wrap gap={1}>
            <IeoStateChip status={status} />
          </Row>
          <p>{one.summary}</p>
          <p className={styles.quiet}>
            <IeoNextEventText ieo={one} />
          </p>
        </Grid>
      </Card>
      {one.isExample && (
        <Card tone="warn">
          <p>
            <Trans>Made up for the sandbox. There is no such project and no such token.</Trans>
          </p>
        </Card>
      )}
      {order && <MyIeoApplicationSection key={order.id} ieo={one} order={order} />}
      {status === ieoStatus.subscribing && isFree && isOn && <IeoApplyForm ieo={one} />}
      <IeoDemandCard ieo={one} />
      <Section title={t`What is offered`}>
        <Card>
          <IeoFacts ieo={one} />
        </Card>
      </Section>
      {status !== ieoStatus.cancelled && (
        <Section title={t`Step by step`}>
          <Card>
            <IeoSteps ieo={one} />
          </Card>
        </Section>
      )}
      <Section title={t`The draw`}>
        <IeoDrawProofCard ieo={one} />
      </Section>
      <Risks />
      {one.docKey !== null && (
        <Card flush>
          <RowLink to={path.article} search={{ id: one.docKey }} title={t`How it works, and what can go wrong`} />
        </Card>
      )}
    </>
  )
}

function Risks() {
  const { t } = useLingui()
  return (
    <Section title={t`What can go wrong`}>
      <Card>
        <ul className={styles.risks}>
          <li>
            <Trans>A new token can become worth nothing. Pay only what you can lose.</Trans>
          </li>
          <li>
            <Trans>It has no market here: nothing says what it is worth, and it cannot be sold here.</Trans>
          </li>
          <li>
            <Trans>Tokens unlock in parts. Until then you cannot use them.</Trans>
          </li>
          <li>
            <Trans>Whoever wins and does not pay three times in 90 days pauses for 30 days. Nothing is ever charged for it.</Trans>
          </li>
        </ul>
      </Card>
    </Section>
  )
}
