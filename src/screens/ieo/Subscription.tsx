import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { ieo, type Ieo } from '#contract/calls/ieo.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ApplyForm } from './ApplyForm.tsx'
import { Demand } from './Demand.tsx'
import { DrawProof } from './DrawProof.tsx'
import styles from './Ieo.module.css'
import { IeoFacts } from './IeoFacts.tsx'
import { IeoState } from './IeoState.tsx'
import { MyApplication } from './MyApplication.tsx'
import { NextMoment } from './NextMoment.tsx'
import { Steps } from './Steps.tsx'

const againMs = 30_000
const isMoving = ({ status }: Ieo): boolean =>
  status === ieoStatus.subscribing || status === ieoStatus.drawing || status === ieoStatus.paying

/** One subscription: what is offered, what one has of it, its steps, and the draw that anyone can repeat. */
export function Subscription({ id }: { id: string }) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(ieo.ieos, { pageSize: 50 }),
    refetchInterval: ({ state }) => (state.data?.records.some((one) => one.id === id && isMoving(one)) ? againMs : false),
  })
  const found = data?.records.find((one) => one.id === id)
  return (
    <ScreenLayout
      title={found ? `${found.name} (${found.tokenSymbol})` : t`Token subscription`}
      back={path.ieo}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      {found ? (
        <Whole ieo={found} />
      ) : data ? (
        <Empty
          text={t`This subscription is not here.`}
          action={
            <ButtonLink to={path.ieo} kind="secondary">
              <Trans>See the subscriptions</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <FailedRead title={t`The subscription could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
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

function Whole({ ieo: one }: { ieo: Ieo }) {
  const { t } = useLingui()
  const { myOrderId, status } = one
  const order = useQuery({ ...query(ieo.ieoOrders, { pageSize: 100 }), enabled: myOrderId !== null }).data?.records.find(
    ({ id }) => id === myOrderId,
  )
  const isFree = myOrderId === null || order?.status === ieoOrderStatus.cancelled
  return (
    <>
      <Card>
        <div className={styles.stack}>
          <div className={styles.chips}>
            <IeoState status={status} />
          </div>
          <p>{one.summary}</p>
          <p className={styles.quiet}>
            <NextMoment ieo={one} />
          </p>
        </div>
      </Card>
      {one.isExample && (
        <Card tone="warn">
          <p>
            <Trans>Made up for the sandbox. There is no such project and no such token.</Trans>
          </p>
        </Card>
      )}
      {order && <MyApplication key={order.id} ieo={one} order={order} />}
      {status === ieoStatus.subscribing && isFree && <ApplyForm ieo={one} />}
      <Demand ieo={one} />
      <Section title={t`What is offered`}>
        <Card>
          <IeoFacts ieo={one} />
        </Card>
      </Section>
      {status !== ieoStatus.cancelled && (
        <Section title={t`Step by step`}>
          <Card>
            <Steps ieo={one} />
          </Card>
        </Section>
      )}
      <Section title={t`The draw`}>
        <DrawProof ieo={one} />
      </Section>
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
      {one.docKey !== null && (
        <Card flush>
          <RowLink to={path.article} search={{ id: one.docKey }} title={t`How it works, and what can go wrong`} />
        </Card>
      )}
    </>
  )
}
