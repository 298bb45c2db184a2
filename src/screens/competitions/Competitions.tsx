import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { usePages } from '#api/usePages.ts'
import { competitions } from '#contract/calls/competitions.ts'
import { competitionStatus } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
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
  const pages = usePages((pageNo) => ({ ...query(competitions.competitions, { status, pageNo, pageSize }), refetchInterval: againMs }))
  const { records: shown, error, at, isReadingMore, retry } = pages
  if (!shown) {
    return error ? (
      <FailedRead title={t`The competitions could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
    ) : (
      <Card>
        <Skeleton lines={5} height={1.25} />
      </Card>
    )
  }
  const none = { 1: t`None is in progress now.`, 0: t`None is announced now.`, [-2]: t`None has ended yet.` }
  return (
    <>
      {(error || isOffline) && (
        <div>
          <AgeChip at={at} />
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
      <ShowMore pages={pages} />
    </>
  )
}
