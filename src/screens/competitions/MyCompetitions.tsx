import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { usePagedList } from '#api/usePages.ts'
import { type Competition, competitions } from '#contract/calls/competitions.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { competitionPollMs } from '#widgets/trading/competitionStage.ts'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'
import { readCompetitionEntrySearchParams } from './competitionSearch.ts'
import { CompetitionStateChips } from './CompetitionStateChips.tsx'
import { CompetitionEntryFigures } from './CompetitionEntryFigures.tsx'
import { CompetitionEntryActions, CompetitionEntryStatusText } from './MyCompetitionEntryCard.tsx'

export const Route = createFileRoute('/_signedIn/bisaiMycansai')({
  component: MyCompetitions,
  validateSearch: readCompetitionEntrySearchParams,
})

const pageSize = 10
const isRankingLive = ({ mine, isFinal }: Competition): boolean => mine?.exitTime === null && !isFinal

/** One's part in the competition that the address names, or in all. */
function MyCompetitions() {
  const { id } = Route.useSearch()
  return id === undefined ? <MyCompetitionList /> : <MyCompetitionById key={id} id={id} />
}

function MyCompetitionById({ id }: { id: string }) {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(competitions.competition, { id }),
    refetchInterval: ({ state }) => state.data !== undefined && isRankingLive(state.data) && competitionPollMs,
  })
  return (
    <ScreenLayout
      title={t`My figures`}
      back={path.competitions}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      {data?.mine ? (
        <EntryCard competition={data} />
      ) : data ? (
        <EmptyState text={t`You take part in this competition once you have joined it.`} />
      ) : error ? (
        <LoadErrorState title={t`Your competitions could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={9} height={1.25} />
        </Card>
      )}
      <Card flush>
        <RowLink to={path.myCompetitions} title={t`My competitions`} subtitle={t`Your place, yield and income in each`} />
      </Card>
    </ScreenLayout>
  )
}

/** Everything one takes part in or took part in, newest first. */
function MyCompetitionList() {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const pages = usePagedList((pageNo) => ({
    ...apiReadQuery(competitions.myEntries, { pageNo, pageSize }),
    refetchInterval: ({ state }: { state: { data?: { records: Competition[] } | undefined } }) =>
      state.data?.records.some(isRankingLive) === true && competitionPollMs,
  }))
  const { error, at } = pages
  return (
    <ScreenLayout title={t`My competitions`} back={path.competitions} chips={<DataAgeChip at={error || isOffline ? at : undefined} />}>
      <RecordList
        pages={pages}
        failed={t`Your competitions could not be read`}
        waiting={
          <Card>
            <Skeleton lines={9} height={1.25} />
          </Card>
        }
        empty={
          <EmptyState
            text={t`Every competition that you join will be here, with your place and yield.`}
            action={
              <ButtonLink to={path.competitions} kind="secondary">
                <Trans>See the competitions</Trans>
              </ButtonLink>
            }
          />
        }
        frame={(cards) => (
          <Grid gap={3} className={styles.stack}>
            {cards}
          </Grid>
        )}
      >
        {(one) => <EntryCard competition={one} />}
      </RecordList>
    </ScreenLayout>
  )
}

function EntryCard({ competition }: { competition: Competition }) {
  const { mine, name, id } = competition
  if (!mine) return null
  return (
    <Card tone="demo" role="group" aria-label={name} data-competition={id}>
      <Grid gap={3} className={styles.stack}>
        <Text as="h2" size="h2" weight="strong" className={styles.title}>
          {name}
        </Text>
        <Row wrap gap={1}>
          <CompetitionStateChips competition={competition} />
        </Row>
        <CompetitionEntryFigures competition={competition} mine={mine} />
        <CompetitionEntryStatusText competition={competition} mine={mine} />
        <CompetitionEntryActions competition={competition} mine={mine} />
      </Grid>
    </Card>
  )
}
