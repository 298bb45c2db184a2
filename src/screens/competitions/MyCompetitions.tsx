import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { usePages } from '#api/usePages.ts'
import { type Competition, competitions } from '#contract/calls/competitions.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { contestEveryMs } from '#widgets/contestStage.ts'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
import styles from './Competitions.module.css'
import { readEntrySearch } from './competitionSearch.ts'
import { CompetitionState } from './CompetitionState.tsx'
import { EntryFigures } from './EntryFigures.tsx'
import { PartActions, Said } from './MyPart.tsx'

export const Route = createFileRoute('/_signedIn/bisaiMycansai')({ component: MyCompetitions, validateSearch: readEntrySearch })

const pageSize = 10
const isMoving = ({ mine, isFinal }: Competition): boolean => mine?.exitTime === null && !isFinal

/** One's part in the competition that the address names, or in all. */
function MyCompetitions() {
  const { id } = Route.useSearch()
  return id === undefined ? <All /> : <One key={id} id={id} />
}

function One({ id }: { id: string }) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(competitions.competition, { id }),
    refetchInterval: ({ state }) => state.data !== undefined && isMoving(state.data) && contestEveryMs,
  })
  return (
    <ScreenLayout
      title={t`My figures`}
      back={path.competitions}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      {data?.mine ? (
        <EntryCard competition={data} />
      ) : data ? (
        <Empty text={t`You take part in this competition once you have joined it.`} />
      ) : error ? (
        <FailedRead title={t`Your competitions could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
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

/** Everything one takes part in or took part in, newest first (product §4.2 row 24). */
function All() {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const pages = usePages((pageNo) => ({
    ...query(competitions.myEntries, { pageNo, pageSize }),
    refetchInterval: ({ state }: { state: { data?: { records: Competition[] } | undefined } }) =>
      state.data?.records.some(isMoving) === true && contestEveryMs,
  }))
  const { records: entries, error, at, isReadingMore, retry } = pages
  return (
    <ScreenLayout title={t`My competitions`} back={path.competitions} chips={<AgeChip at={error || isOffline ? at : undefined} />}>
      {!entries ? (
        error ? (
          <FailedRead title={t`Your competitions could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
        ) : (
          <Card>
            <Skeleton lines={9} height={1.25} />
          </Card>
        )
      ) : entries.length === 0 ? (
        <Empty
          text={t`Every competition that you join will be here, with your place and yield.`}
          action={
            <ButtonLink to={path.competitions} kind="secondary">
              <Trans>See the competitions</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <div className={styles.stack}>
          {entries.map((one) => (
            <EntryCard key={one.id} competition={one} />
          ))}
        </div>
      )}
      <ShowMore pages={pages} />
    </ScreenLayout>
  )
}

function EntryCard({ competition }: { competition: Competition }) {
  const { mine, name, id } = competition
  if (!mine) return null
  return (
    <Card tone="demo" role="group" aria-label={name} data-competition={id}>
      <div className={styles.stack}>
        <h2 className={styles.title}>{name}</h2>
        <div className={styles.chips}>
          <CompetitionState competition={competition} />
        </div>
        <EntryFigures competition={competition} mine={mine} />
        <Said competition={competition} mine={mine} />
        <PartActions competition={competition} mine={mine} />
      </div>
    </Card>
  )
}
