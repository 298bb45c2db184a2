import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type Competition, competitions, type Ranked } from '#contract/calls/competitions.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { contestEveryMs } from '#widgets/contestStage.ts'
import { FailedRead } from '#widgets/FailedRead.tsx'
import styles from './Competitions.module.css'
import { RankRow } from './RankRow.tsx'

const pageSize = 50
const rowRem = 3.75
const rootPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Everybody by yield, as it stands now, or as it stood at the end; one's own row stays in sight. */
export function Ranking({ competition }: { competition: Competition }) {
  const { t } = useLingui()
  const { id, mine, isFinal } = competition
  const isOffline = useConnection() === 'offline'
  const every = isFinal ? false : contestEveryMs
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(competitions.ranking, { id, pageNo: 1, pageSize }),
    refetchInterval: every,
  })
  return (
    <Section
      title={isFinal ? t`Final table` : t`Ranking`}
      action={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      {mine && mine.rank !== null && <OwnRow competition={competition} />}
      {!data ? (
        error ? (
          <FailedRead title={t`The ranking could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Card>
            <Skeleton lines={8} height={1.5} />
          </Card>
        )
      ) : data.total === 0 ? (
        <p className={styles.quiet}>
          <Trans>Nobody has joined yet.</Trans>
        </p>
      ) : (
        <Rows key={String(isFinal)} id={id} total={data.total} every={every} />
      )}
    </Section>
  )
}

function OwnRow({ competition: { mine } }: { competition: Competition }) {
  const { t } = useLingui()
  if (!mine) return null
  return (
    <div className={styles.own}>
      <RankRow ranked={{ ...mine, name: t({ message: 'You', context: 'in a ranking' }), isMine: true }} />
    </div>
  )
}

/** Only rows on the screen exist, and only their pages are asked for, however many take part. */
function Rows({ id, total, every }: { id: string; total: number; every: number | false }) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setScrollMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- its changing answers are wanted anew at every scroll.
  const virtual = useWindowVirtualizer({ count: total, estimateSize: () => rowRem * rootPx(), overscan: 6, scrollMargin })
  const items = virtual.getVirtualItems()
  const pages = [...new Set(items.map(({ index }) => Math.floor(index / pageSize) + 1))]
  const read = useQueries({
    queries: pages.map((pageNo) => ({ ...query(competitions.ranking, { id, pageNo, pageSize }), refetchInterval: every })),
  })
  const rankedAt = (index: number): Ranked | undefined => {
    const at = pages.indexOf(Math.floor(index / pageSize) + 1)
    return read[at]?.data?.records[index % pageSize]
  }
  return (
    <Card flush>
      <ol ref={list} aria-label={t`Ranking`} className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const ranked = rankedAt(index)
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
              {ranked ? (
                <RankRow ranked={ranked} />
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
