import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { ieo } from '#contract/calls/ieo.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Applications, ApplicationsAge } from './Applications.tsx'
import styles from './Ieo.module.css'
import { IeoCard } from './IeoCard.tsx'
import { readIeoSearch } from './ieoSearch.ts'
import { Subscription } from './Subscription.tsx'

export const Route = createFileRoute('/_signedIn/ieo')({ component: Ieos, validateSearch: readIeoSearch })

/** Subscriptions of new tokens, one's own applications, or with an id one subscription (product §4.2 row 29). */
function Ieos() {
  const { t } = useLingui()
  const { id, view } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (id !== undefined) return <Subscription key={id} id={id} />
  return (
    <ScreenLayout title={t`Token subscriptions`} back={path.home} chips={view === 'mine' ? <ApplicationsAge /> : <ListAge />}>
      <p className={styles.quiet}>
        <Trans>
          You apply for new tokens before they are sold. Applying costs nothing and locks no money. If there are not enough, they are shared
          by a draw that your own phone can repeat; then you decide how much you pay for.
        </Trans>
      </p>
      <Segments
        label={t`What to see`}
        value={view ?? 'all'}
        onChange={(next) => void navigate({ search: next === 'mine' ? { view: 'mine' } : {}, replace: true, resetScroll: false })}
        options={[
          { value: 'all', label: t({ message: 'Projects', context: 'of new tokens' }) },
          { value: 'mine', label: t`My applications` },
        ]}
      />
      {view === 'mine' ? <Applications /> : <Projects />}
      <Card flush>
        <RowLink to={path.article} search={{ id: 'token-subscriptions' }} title={t`How it works, and what can go wrong`} />
      </Card>
    </ScreenLayout>
  )
}

const useProjects = () => useQuery(query(ieo.ieos, { pageSize: 50 }))

function ListAge() {
  const { data, error, dataUpdatedAt } = useProjects()
  const isOffline = useConnection() === 'offline'
  return <AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />
}

function Projects() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useProjects()
  if (data) {
    return data.records.length === 0 ? (
      <Empty text={t`No new tokens are offered now.`} />
    ) : (
      <div className={styles.cards}>
        {data.records.map((one) => (
          <IeoCard key={one.id} ieo={one} />
        ))}
      </div>
    )
  }
  if (error) return <FailedRead title={t`The projects could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.cards}>
      {[1, 2, 3].map((card) => (
        <Card key={card}>
          <Skeleton lines={5} height={1.25} />
        </Card>
      ))}
    </div>
  )
}
