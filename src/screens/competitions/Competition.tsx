import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { ApiError } from '#api/apiError.ts'
import { useProductAvailability } from '#api/features.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type Competition as Shown, competitions } from '#contract/calls/competitions.ts'
import { market } from '#contract/calls/market.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { competitionPollMs } from '#widgets/trading/competitionStage.ts'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { CountryRestrictionNotice } from '#widgets/identity/CountryRestrictionNotice.tsx'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { readCompetitionSearchParams } from './competitionSearch.ts'
import { CompetitionFacts } from './CompetitionFacts.tsx'
import { CompetitionStateChips } from './CompetitionStateChips.tsx'
import { CompetitionNextActionBar } from './CompetitionNextActionBar.tsx'
import { MyCompetitionEntryCard } from './MyCompetitionEntryCard.tsx'
import { CompetitionPrizes } from './CompetitionPrizes.tsx'
import { CompetitionRanking } from './CompetitionRanking.tsx'
import { CompetitionRules } from './CompetitionRules.tsx'

export const Route = createFileRoute('/_signedIn/bisaiDetail')({ component: Competition, validateSearch: readCompetitionSearchParams })

function Competition() {
  const { id } = Route.useSearch()
  return id === undefined ? <CompetitionNotFound /> : <CompetitionById key={id} id={id} />
}

function CompetitionNotFound() {
  const { t } = useLingui()
  return (
    <ScreenLayout title={t`Competition`} back={path.competitions}>
      <EmptyState
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

/** One competition: own part, prizes, rules, and the ranking as it stands at this moment. */
function CompetitionById({ id }: { id: string }) {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(competitions.competition, { id }),
    // When the table stands nothing moves any more.
    refetchInterval: ({ state: { data: loaded } }) => (loaded?.isFinal ? false : competitionPollMs),
  })
  const isOn = isScreenProductOffered(useProductAvailability(), path.competition)
  // Who takes part in it goes on with it.
  if (!isOn && data?.mine == null)
    return (
      <ScreenLayout title={t`Competition`} back={path.competitions}>
        {data || error ? <CountryRestrictionNotice ownOrders={path.myCompetitions} /> : <Skeleton lines={8} height={1.25} />}
      </ScreenLayout>
    )
  if (!data && error instanceof ApiError && error.key === 'NOT_FOUND') return <CompetitionNotFound />
  return (
    <ScreenLayout
      title={data?.name ?? t`Competition`}
      back={path.competitions}
      chips={
        <>
          {data && <CompetitionStateChips competition={data} />}
          <DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />
        </>
      }
      simulated={symbols.data?.some(({ symbol, feedMode }) => feedMode === 'SIM' && data?.symbols.includes(symbol))}
      bottom={data && <CompetitionNextActionBar competition={data} />}
    >
      {data ? (
        <CompetitionContent competition={data} />
      ) : error ? (
        <LoadErrorState title={t`The competition could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
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

function CompetitionContent({ competition }: { competition: Shown }) {
  const { t } = useLingui()
  const { view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const now = serverNow()
  const { mine, sample, joinUntil, startTime } = competition
  // Whoever may still join reads first what it is.
  const isBeforeDecision = now < startTime || (mine === null && !sample && now < joinUntil)
  const selectedView = view ?? (isBeforeDecision ? 'rules' : 'ranking')
  return (
    <>
      {sample && (
        <Card tone="warn">
          <p>
            <Trans>Made up for the sandbox, so that a finished table can be seen. Nobody took part, and nobody was paid.</Trans>
          </p>
        </Card>
      )}
      {mine && <MyCompetitionEntryCard competition={competition} mine={mine} />}
      <SegmentedControl
        label={t`What to see`}
        value={selectedView}
        onChange={(next) => void navigate({ search: (at) => ({ ...at, view: next }), replace: true, resetScroll: false })}
        options={[
          { value: 'ranking', label: t`Ranking` },
          { value: 'rules', label: t`Prizes and rules` },
        ]}
      />
      {selectedView === 'ranking' ? (
        <CompetitionRanking competition={competition} />
      ) : (
        <>
          <Section title={t`What it is`}>
            <Card>
              <CompetitionFacts competition={competition} />
            </Card>
          </Section>
          <CompetitionPrizes competition={competition} />
          <CompetitionRules competition={competition} />
          <Card flush>
            <RowLink to={path.article} search={{ id: 'competitions' }} title={t`How competitions work`} />
          </Card>
        </>
      )}
    </>
  )
}
