import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useConnection } from '#api/socket.ts'
import { type Competition, competitions } from '#contract/calls/competitions.ts'
import { market } from '#contract/calls/market.ts'
import { competitionStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { contestEveryMs, stageOf } from '#widgets/contestStage.ts'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import type { PaneProps } from '#widgets/tradeSearch.ts'
import { ContestStrip } from './ContestStrip.tsx'
import { ContractHistory, ContractPane } from './ContractPane.tsx'

/** Contracts with the virtual fund of a competition: its markets, its leverage, its name on every part of it (product §2.15). */
export function ContestTrade({ id, at, go }: PaneProps & { id: string }) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const symbols = useQuery(query(market.symbols, {}))
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(competitions.competition, { id }),
    refetchInterval: ({ state }) => (state.data?.isFinal ? false : contestEveryMs),
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
          <AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />
        </>
      }
    >
      {data ? (
        <Inside competition={data} at={at} go={go} />
      ) : error ? (
        <FailedRead title={t`The competition could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

function Inside({ competition, at, go }: PaneProps & { competition: Competition }) {
  const { t } = useLingui()
  const { id, name, mine, startTime, status, symbols, maxLever } = competition
  if (!mine) {
    return (
      <Empty
        text={t`You take part in this competition once you have joined it.`}
        action={
          <ButtonLink to={path.competition} search={{ id }} kind="secondary">
            <Trans>See the competition</Trans>
          </ButtonLink>
        }
      />
    )
  }
  const stage = stageOf(competition, serverNow())
  const isOver = stage === competitionStatus.ended || status === competitionStatus.exited || mine.outReason !== null
  const start = formatTime(startTime)
  const stop = stage === competitionStatus.upcoming ? t`It starts on ${start}` : undefined
  return (
    <>
      <ContestStrip competition={competition} mine={mine} isOver={isOver} />
      {isOver ? <Past contest={{ id, name }} /> : <ContractPane at={at} go={go} contest={{ id, name, symbols, maxLever, stop }} />}
    </>
  )
}

/** What was traded there, each with its receipt: that stays readable. */
function Past({ contest }: { contest: Pick<Competition, 'id' | 'name'> }) {
  const { t } = useLingui()
  const { data } = useQuery(query(market.symbols, {}))
  return (
    <Section title={t`Closed positions`}>{data ? <ContractHistory symbols={data} contest={contest} /> : <Skeleton lines={5} />}</Section>
  )
}
