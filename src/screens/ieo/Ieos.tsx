import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useProductAvailability } from '#api/features.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { ieo } from '#contract/calls/ieo.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { CountryRestrictionNotice } from '#widgets/identity/CountryRestrictionNotice.tsx'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { MyIeoApplicationList, MyIeoApplicationsAgeChip } from './MyIeoApplicationList.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Ieo.module.css'
import { IeoCard } from './IeoCard.tsx'
import { readIeoSearchParams } from './ieoSearch.ts'
import { IeoProjectScreen } from './IeoProjectScreen.tsx'

export const Route = createFileRoute('/_signedIn/ieo')({ component: Ieos, validateSearch: readIeoSearchParams })

/** Subscriptions of new tokens, one's own applications, or with an id one subscription. */
function Ieos() {
  const { t } = useLingui()
  const { id, view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isOn = isScreenProductOffered(useProductAvailability(), path.ieo)
  if (id !== undefined) return <IeoProjectScreen key={id} id={id} />
  return (
    <ScreenLayout title={t`Token subscriptions`} back={path.home} chips={view === 'mine' ? <MyIeoApplicationsAgeChip /> : <ListAge />}>
      <p className={styles.quiet}>
        <Trans>
          You apply for new tokens before they are sold. Applying costs nothing and locks no money. If there are not enough, they are shared
          by a draw that your own phone can repeat; then you decide how much you pay for.
        </Trans>
      </p>
      <SegmentedControl
        label={t`What to see`}
        value={view ?? 'all'}
        onChange={(next) => void navigate({ search: next === 'mine' ? { view: 'mine' } : {}, replace: true, resetScroll: false })}
        options={[
          { value: 'all', label: t({ message: 'Projects', context: 'of new tokens' }) },
          { value: 'mine', label: t`My applications` },
        ]}
      />
      {view === 'mine' ? <MyIeoApplicationList /> : isOn ? <Projects /> : <CountryRestrictionNotice />}
      <Card flush>
        <RowLink to={path.article} search={{ id: 'token-subscriptions' }} title={t`How it works, and what can go wrong`} />
      </Card>
    </ScreenLayout>
  )
}

const useProjects = () => useQuery(apiReadQuery(ieo.ieos, { pageSize: 50 }))

function ListAge() {
  const { data, error, dataUpdatedAt } = useProjects()
  const isOffline = useStreamConnectionState() === 'offline'
  return <DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />
}

function Projects() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useProjects()
  if (data) {
    return data.records.length === 0 ? (
      <EmptyState text={t`No new tokens are offered now.`} />
    ) : (
      <Grid gap={3}>
        {data.records.map((one) => (
          <IeoCard key={one.id} ieo={one} />
        ))}
      </Grid>
    )
  }
  if (error)
    return <LoadErrorState title={t`The projects could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <Grid gap={3}>
      {[1, 2, 3].map((card) => (
        <Card key={card}>
          <Skeleton lines={5} height={1.25} />
        </Card>
      ))}
    </Grid>
  )
}
