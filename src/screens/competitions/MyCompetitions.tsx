import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type Competition, competitions } from '#contract/calls/competitions.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { contestEveryMs } from '#widgets/contestStage.ts'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Competitions.module.css'
import { CompetitionState } from './CompetitionState.tsx'
import { EntryFigures } from './EntryFigures.tsx'
import { PartActions, Said } from './MyPart.tsx'

export const Route = createFileRoute('/_signedIn/bisaiMycansai')({ component: MyCompetitions })

const pageSize = 10
const isMoving = ({ mine, isFinal }: Competition): boolean => mine?.exitTime === null && !isFinal

/** Everything one takes part in or took part in, newest first (product §4.2 row 24). */
function MyCompetitions() {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const [pages, setPages] = useState(1)
  // Each page is a read of its own, so that what was seen once can be read without a signal.
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, index) => ({
      ...query(competitions.myEntries, { pageNo: index + 1, pageSize }),
      refetchInterval: ({ state }: { state: { data?: { records: Competition[] } | undefined } }) =>
        state.data?.records.some(isMoving) ? contestEveryMs : (false as const),
    })),
  })
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  const entries = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const failed = results.find(({ error }) => error)
  const [first] = results
  const last = read.at(-1)
  return (
    <ScreenLayout
      title={t`My competitions`}
      back={path.competitions}
      chips={<AgeChip at={first?.data && (failed || isOffline) ? madeAt(first.data, first.dataUpdatedAt) : undefined} />}
    >
      {!first?.data ? (
        failed?.error ? (
          <FailedRead title={t`Your competitions could not be read`} error={failed.error} onRetry={() => void failed.refetch()} />
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
      {last && last.current < last.pages && (
        <Button
          kind="quiet"
          wide
          busy={results.some(({ isPending }) => isPending)}
          disabled={isOffline}
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={() => (failed ? void failed.refetch() : setPages(read.length + 1))}
        >
          {failed ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
        </Button>
      )}
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
