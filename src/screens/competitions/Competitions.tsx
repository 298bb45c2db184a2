import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { competitions } from '#contract/calls/competitions.ts'
import { competitionStatus } from '#contract/states.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { CompetitionCard } from './CompetitionCard.tsx'
import styles from './Competitions.module.css'
import { readCompetitionsSearch } from './competitionSearch.ts'

export const Route = createFileRoute('/_signedIn/bisai')({ component: Competitions, validateSearch: readCompetitionsSearch })

/** Competitions by how they stand (product §4.2 row 24, §2.15). */
function Competitions() {
  const { t } = useLingui()
  const { status } = Route.useSearch()
  const navigate = Route.useNavigate()
  const shown = status ?? 'running'
  return (
    <ScreenLayout title={t`Competitions`} back={path.home}>
      <p className={styles.quiet}>
        <Trans>
          Everybody starts with the same virtual fund and trades contracts at the prices of the app. Taking part is free, and none of your
          money is at risk.
        </Trans>
      </p>
      <Card flush>
        <RowLink to={path.myCompetitions} title={t`My competitions`} subtitle={t`Your place, yield and income in each`} />
      </Card>
      <Segments
        label={t`Which competitions`}
        value={shown}
        onChange={(next) => void navigate({ search: next === 'running' ? {} : { status: next }, replace: true, resetScroll: false })}
        options={[
          { value: 'running', label: t`In progress` },
          { value: 'upcoming', label: t`To be started` },
          { value: 'ended', label: t({ message: 'Ended', context: 'of a competition' }) },
        ]}
      />
      <List key={shown} status={competitionStatus[shown]} />
      <Card flush>
        <RowLink to={path.article} search={{ id: 'competitions' }} title={t`How competitions work`} />
      </Card>
    </ScreenLayout>
  )
}

const pageSize = 20
const againMs = 30_000

function List({ status }: { status: 1 | 0 | -2 }) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const [pages, setPages] = useState(1)
  // Each page is a read of its own, so that what was seen once can be read without a signal.
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, index) => ({
      ...query(competitions.competitions, { status, pageNo: index + 1, pageSize }),
      refetchInterval: againMs,
    })),
  })
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  const shown = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const failed = results.find(({ error }) => error)
  const [first] = results
  const last = read.at(-1)
  if (!first?.data) {
    return failed?.error ? (
      <FailedRead title={t`The competitions could not be read`} error={failed.error} onRetry={() => void failed.refetch()} />
    ) : (
      <Card>
        <Skeleton lines={5} height={1.25} />
      </Card>
    )
  }
  const none = { 1: t`None is in progress now.`, 0: t`None is announced now.`, [-2]: t`None has ended yet.` }
  return (
    <>
      {(failed || isOffline) && (
        <div>
          <AgeChip at={madeAt(first.data, first.dataUpdatedAt)} />
        </div>
      )}
      {shown.length === 0 ? (
        <Empty text={none[status]} />
      ) : (
        <div className={styles.stack}>
          {shown.map((one) => (
            <CompetitionCard key={one.id} competition={one} />
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
    </>
  )
}
