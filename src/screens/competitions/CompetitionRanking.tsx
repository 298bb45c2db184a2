import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type Competition, competitions, type CompetitionLeaderboardRow } from '#contract/calls/competitions.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { competitionPollMs } from '#widgets/trading/competitionStage.ts'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'
import { CompetitionRankRow } from './CompetitionRankRow.tsx'

const pageSize = 50
const rowHeightRem = 3.75
const rootPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Everybody by yield, as it stands now, or as it stood at the end; one's own row stays in sight. */
export function CompetitionRanking({ competition }: { competition: Competition }) {
  const { t } = useLingui()
  const { id, mine, isFinal } = competition
  const isOffline = useStreamConnectionState() === 'offline'
  const pollIntervalMs = isFinal ? false : competitionPollMs
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(competitions.ranking, { id, pageNo: 1, pageSize }),
    refetchInterval: pollIntervalMs,
  })
  return (
    <Section
      title={isFinal ? t`Final table` : t`Ranking`}
      action={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      {mine && mine.rank !== null && <OwnRow competition={competition} />}
      {!data ? (
        error ? (
          <LoadErrorState title={t`The ranking could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Card>
            <Skeleton lines={8} height={1.5} />
          </Card>
        )
      ) : data.total === 0 ? (
        <Text tone="muted">
          <Trans>Nobody has joined yet.</Trans>
        </Text>
      ) : (
        <Rows key={String(isFinal)} id={id} total={data.total} pollIntervalMs={pollIntervalMs} />
      )}
    </Section>
  )
}

function OwnRow({ competition: { mine } }: { competition: Competition }) {
  const { t } = useLingui()
  if (!mine) return null
  return (
    <div className={styles.own}>
      <CompetitionRankRow ranked={{ ...mine, name: t({ message: 'You', context: 'in a ranking' }), isMine: true }} />
    </div>
  )
}

/** Only rows on the screen exist, and only their pages are asked for, however many take part. */
function Rows({ id, total, pollIntervalMs }: { id: string; total: number; pollIntervalMs: number | false }) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setScrollMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- its changing answers are wanted anew at every scroll.
  const virtual = useWindowVirtualizer({ count: total, estimateSize: () => rowHeightRem * rootPx(), overscan: 6, scrollMargin })
  const items = virtual.getVirtualItems()
  const pages = [...new Set(items.map(({ index }) => Math.floor(index / pageSize) + 1))]
  const pageQueries = useQueries({
    queries: pages.map((pageNo) => ({ ...apiReadQuery(competitions.ranking, { id, pageNo, pageSize }), refetchInterval: pollIntervalMs })),
  })
  const rowAt = (index: number): CompetitionLeaderboardRow | undefined => {
    const at = pages.indexOf(Math.floor(index / pageSize) + 1)
    return pageQueries[at]?.data?.records[index % pageSize]
  }
  return (
    <Card flush>
      <ol ref={list} aria-label={t`Ranking`} className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = rowAt(index)
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              aria-setsize={total}
              aria-posinset={index + 1}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              {row ? (
                <CompetitionRankRow ranked={row} />
              ) : (
                <div className={styles.rank}>
                  <Skeleton lines={1} height={1.5} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
