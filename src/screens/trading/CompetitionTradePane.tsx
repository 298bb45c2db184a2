import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type Competition, competitions } from '#contract/calls/competitions.ts'
import { market } from '#contract/calls/market.ts'
import { competitionStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { competitionPollMs, competitionStageAt } from '#widgets/trading/competitionStage.ts'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import type { TradePaneProps } from '#widgets/trading/tradeSearch.ts'
import { CompetitionStrip } from './CompetitionStrip.tsx'
import { ContractHistory, ContractPane } from './ContractPane.tsx'

/** Contracts with the virtual fund of a competition: its markets, its leverage, its name on every part of it (docs/rules/competitions.md). */
export function CompetitionTradePane({ id, at, go }: TradePaneProps & { id: string }) {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(competitions.competition, { id }),
    refetchInterval: ({ state }) => (state.data?.isFinal ? false : competitionPollMs),
  })
  return (
    <ScreenLayout
      title={data?.name ?? t`Competition`}
      back
      tone="contest"
      simulated={symbols.data?.some(({ feedMode }) => feedMode === 'SIM')}
      chips={
        <>
          <Chip tone="violet">
            <Trans>Competition · virtual fund</Trans>
          </Chip>
          <DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />
        </>
      }
    >
      {data ? (
        <Inside competition={data} at={at} go={go} />
      ) : error ? (
        <LoadErrorState title={t`The competition could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

function Inside({ competition, at, go }: TradePaneProps & { competition: Competition }) {
  const { t } = useLingui()
  const { id, name, mine, startTime, status, symbols, maxLever } = competition
  if (!mine) {
    return (
      <EmptyState
        text={t`You take part in this competition once you have joined it.`}
        action={
          <ButtonLink to={path.competition} search={{ id }} kind="secondary">
            <Trans>See the competition</Trans>
          </ButtonLink>
        }
      />
    )
  }
  const stage = competitionStageAt(competition, serverNow())
  const isOver = stage === competitionStatus.ended || status === competitionStatus.exited || mine.outReason !== null
  const start = formatDateTime(startTime)
  const stop = stage === competitionStatus.upcoming ? t`It starts on ${start}` : undefined
  return (
    <>
      <CompetitionStrip competition={competition} mine={mine} isOver={isOver} />
      {isOver ? <Past contest={{ id, name }} /> : <ContractPane at={at} go={go} contest={{ id, name, symbols, maxLever, stop }} />}
    </>
  )
}

/** What was traded there, each with its receipt: that stays readable. */
function Past({ contest }: { contest: Pick<Competition, 'id' | 'name'> }) {
  const { t } = useLingui()
  const { data } = useQuery(apiReadQuery(market.symbols, {}))
  return (
    <Section title={t`Closed positions`}>{data ? <ContractHistory symbols={data} contest={contest} /> : <Skeleton lines={5} />}</Section>
  )
}
