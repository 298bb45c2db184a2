import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { ApiError } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useConnection } from '#api/socket.ts'
import { type Competition as Shown, competitions } from '#contract/calls/competitions.ts'
import { market } from '#contract/calls/market.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { contestEveryMs } from '#widgets/contestStage.ts'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { readCompetitionSearch } from './competitionSearch.ts'
import { CompetitionFacts } from './CompetitionFacts.tsx'
import { CompetitionState } from './CompetitionState.tsx'
import { JoinBar } from './JoinBar.tsx'
import { MyPart } from './MyPart.tsx'
import { Prizes } from './Prizes.tsx'
import { Ranking } from './Ranking.tsx'
import { Rules } from './Rules.tsx'

export const Route = createFileRoute('/_signedIn/bisaiDetail')({ component: Competition, validateSearch: readCompetitionSearch })

function Competition() {
  const { id } = Route.useSearch()
  return id === undefined ? <Missing /> : <One key={id} id={id} />
}

function Missing() {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`Competition`} back={path.competitions}>
      <Empty
        text={t`This competition is not here.`}
        action={
          <ButtonLink to={path.competitions} kind="secondary">
            <Trans>See the competitions</Trans>
          </ButtonLink>
        }
      />
    </ScreenLayout>
  )
}

/** One competition: own part, prizes, rules, and the ranking as it stands at this moment (product §4.2 row 24). */
function One({ id }: { id: string }) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const symbols = useQuery(query(market.symbols, {}))
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(competitions.competition, { id }),
    // When the table stands nothing moves any more.
    refetchInterval: ({ state: { data: known } }) => (known?.isFinal ? false : contestEveryMs),
  })
  if (!data && error instanceof ApiError && error.key === 'NOT_FOUND') return <Missing />
  return (
    <ScreenLayout
      title={data?.name ?? t`Competition`}
      back={path.competitions}
      chips={
        <>
          {data && <CompetitionState competition={data} />}
          <AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />
        </>
      }
      simulated={symbols.data?.some(({ symbol, feedMode }) => feedMode === 'SIM' && data?.symbols.includes(symbol))}
      bottom={data && <JoinBar competition={data} />}
    >
      {data ? (
        <Whole competition={data} />
      ) : error ? (
        <FailedRead title={t`The competition could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
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

function Whole({ competition }: { competition: Shown }) {
  const { t } = useLingui()
  const { view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const now = serverNow()
  const { mine, sample, joinUntil, startTime } = competition
  // Whoever may still join reads first what it is.
  const isDeciding = now < startTime || (mine === null && !sample && now < joinUntil)
  const shown = view ?? (isDeciding ? 'rules' : 'ranking')
  return (
    <>
      {sample && (
        <Card tone="warn">
          <p>
            <Trans>Made up for the sandbox, so that a finished table can be seen. Nobody took part, and nobody was paid.</Trans>
          </p>
        </Card>
      )}
      {mine && <MyPart competition={competition} mine={mine} />}
      <Segments
        label={t`What to see`}
        value={shown}
        onChange={(next) => void navigate({ search: (at) => ({ ...at, view: next }), replace: true, resetScroll: false })}
        options={[
          { value: 'ranking', label: t`Ranking` },
          { value: 'rules', label: t`Prizes and rules` },
        ]}
      />
      {shown === 'ranking' ? (
        <Ranking competition={competition} />
      ) : (
        <>
          <Section title={t`What it is`}>
            <Card>
              <CompetitionFacts competition={competition} />
            </Card>
          </Section>
          <Prizes competition={competition} />
          <Rules competition={competition} />
          <Card flush>
            <RowLink to={path.article} search={{ id: 'competitions' }} title={t`How competitions work`} />
          </Card>
        </>
      )}
    </>
  )
}
