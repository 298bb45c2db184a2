import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { usePagedList } from '#api/usePages.ts'
import { competitions } from '#contract/calls/competitions.ts'
import { competitionStatus } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { CompetitionCard } from './CompetitionCard.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'
import { readCompetitionListSearchParams } from './competitionSearch.ts'

export const Route = createFileRoute('/_signedIn/bisai')({ component: Competitions, validateSearch: readCompetitionListSearchParams })

/** Competitions by how they stand (docs/rules/competitions.md). */
function Competitions() {
  const { t } = useLingui()
  const { status } = Route.useSearch()
  const navigate = Route.useNavigate()
  const selectedStatus = status ?? 'running'
  return (
    <ScreenLayout title={t`Competitions`} back={path.home}>
      <Text tone="muted">
        <Trans>
          Everybody starts with the same virtual fund and trades contracts at the prices of the app. Taking part is free, and none of your
          money is at risk.
        </Trans>
      </Text>
      <Card flush>
        <RowLink to={path.myCompetitions} title={t`My competitions`} subtitle={t`Your place, yield and income in each`} />
      </Card>
      <SegmentedControl
        label={t`Which competitions`}
        value={selectedStatus}
        onChange={(next) => void navigate({ search: next === 'running' ? {} : { status: next }, replace: true, resetScroll: false })}
        options={[
          { value: 'running', label: t`In progress` },
          { value: 'upcoming', label: t`To be started` },
          { value: 'ended', label: t({ message: 'Ended', context: 'of a competition' }) },
        ]}
      />
      <CompetitionsOfStatus key={selectedStatus} status={competitionStatus[selectedStatus]} />
      <Card flush>
        <RowLink to={path.article} search={{ id: 'competitions' }} title={t`How competitions work`} />
      </Card>
    </ScreenLayout>
  )
}

const pageSize = 20
const refetchIntervalMs = 30_000

function CompetitionsOfStatus({ status }: { status: 1 | 0 | -2 }) {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const pages = usePagedList((pageNo) => ({
    ...apiReadQuery(competitions.competitions, { status, pageNo, pageSize }),
    refetchInterval: refetchIntervalMs,
  }))
  const { error, at } = pages
  const emptyText = { 1: t`None is in progress now.`, 0: t`None is announced now.`, [-2]: t`None has ended yet.` }
  return (
    <RecordList
      pages={pages}
      failed={t`The competitions could not be read`}
      waiting={
        <Card>
          <Skeleton lines={5} height={1.25} />
        </Card>
      }
      empty={<EmptyState text={emptyText[status]} />}
      age={
        (error || isOffline) && (
          <div>
            <DataAgeChip at={at} />
          </div>
        )
      }
      frame={(cards) => (
        <Grid gap={3} className={styles.stack}>
          {cards}
        </Grid>
      )}
    >
      {(one) => <CompetitionCard competition={one} />}
    </RecordList>
  )
}
