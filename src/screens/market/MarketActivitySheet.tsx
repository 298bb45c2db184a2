import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SimulatedVolatilityHistory, MarketWithPrice } from '#contract/calls/market.ts'
import { formatHourMinute, formatDateTime } from '#i18n/date.ts'
import { fastAboveVolatilityMultiple, marketActivityForVolatility, hourVolatilityMultiple } from '#rules/marketPace.ts'
import type { MarketCondition } from '#rules/marketStatus.ts'
import { path } from '#sitemap'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { Grid } from '#ui/Grid.tsx'
import plot from '#ui/plot.module.css'
import styles from './MarketActivitySheet.module.css'
import { formatJumpPercent, formatMovementMultiple } from './useMarketActivityWords.ts'

export interface MarketActivitySheetProps {
  open: boolean
  onClose: () => void
  title: string
  status: MarketCondition
  /** Those that have begun. */
  hours: SimulatedVolatilityHistory['hours']
  listed: MarketWithPrice
}

/** What a market's line means, for somebody who sees it for the first time, with the numbers it was made of. */
export function MarketActivitySheet({ open, onClose, title, status, hours, listed }: MarketActivitySheetProps) {
  const { t } = useLingui()
  const isPublished = hours.length > 0
  return (
    <BottomSheet open={open} onClose={onClose} title={title}>
      <div className={styles.story}>
        <p>
          <StatusMeaning status={status} listed={listed} />
        </p>
        {isPublished && <VolatilityHours hours={hours} />}
        {isPublished && (
          <p className={styles.note}>
            <Trans>
              Made of the volatility that the price record publishes each hour, and of the usual course of a day. It says nothing about what
              comes next.
            </Trans>
          </p>
        )}
        {isPublished && (
          <RowLink to={path.article} search={{ id: 'simulated-markets' }} title={t`How this market is simulated`} onClick={onClose} />
        )}
      </div>
    </BottomSheet>
  )
}

function StatusMeaning({ status, listed: { base, quote } }: Pick<MarketActivitySheetProps, 'status' | 'listed'>): ReactNode {
  const pair = `${base}/${quote}`
  if (status.kind === 'closed') {
    const opens = status.opensAt === undefined ? undefined : formatDateTime(status.opensAt)
    return opens === undefined ? (
      <Trans>{pair} rests. Its price stays where it is until it opens, and the first price may be some way off.</Trans>
    ) : (
      <Trans>
        {pair} rests until {opens}. Its price stays where it is, and the first price then may be some way off.
      </Trans>
    )
  }
  if (status.kind === 'jump') {
    const [time, change, times] = [formatHourMinute(status.atMs), formatJumpPercent(status.change), formatMovementMultiple(status.times)]
    return (
      <Trans>
        At {time}, {pair} moved {change} within one minute: {times} times a usual minute of the last hours. Jumps are rare and come
        unannounced.
      </Trans>
    )
  }
  const times = formatMovementMultiple(status.pace)
  if (status.kind === 'calm') return <Trans>Prices move {times}× as far as usual right now. A calm market can end at any moment.</Trans>
  if (status.kind === 'fast') return <Trans>Prices move {times}× as far as usual right now. Stops are reached sooner.</Trans>
  return <Trans>Prices move {times}× as far as usual right now, which is nothing out of the ordinary.</Trans>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const hoursShown = 25

/** The published hours of the last day as bars, each at its place, beside the usual level: hours of which nothing was published stay empty. */
function VolatilityHours({ hours }: Pick<MarketActivitySheetProps, 'hours'>) {
  const paces = hours.map((hour) => ({ since: hour.since, pace: hourVolatilityMultiple(hour) }))
  const values = paces.map(({ pace }) => pace)
  const maxVolatility = Math.max(fastAboveVolatilityMultiple, ...values)
  const [least, highest, newest] = [Math.min(...values), Math.max(...values), values.at(-1) ?? 0].map(formatMovementMultiple)
  const newestMs = paces.at(-1)?.since ?? 0
  const [first, from, until] = [paces[0]?.since ?? 0, newestMs - dayMs, newestMs].map(formatHourMinute)
  return (
    <Grid as="figure" gap={2} className={styles.figure}>
      <figcaption>
        <Trans>How far prices moved, hour by hour</Trans>
      </figcaption>
      <p className="visuallyHidden">
        <Trans>
          Between {least} and {highest} times the usual since {first}, now {newest} times.
        </Trans>
      </p>
      <div className={styles.plot} aria-hidden="true">
        <span className={styles.usual} style={{ insetBlockEnd: `${100 / maxVolatility}%` }}>
          <span>
            <Trans context="a level in a small chart">usual</Trans>
          </span>
        </span>
        {paces.map(({ since, pace }) => (
          <span
            key={since}
            className={styles.hour}
            data-pace={marketActivityForVolatility(pace)}
            style={{
              blockSize: `${(100 * pace) / maxVolatility}%`,
              insetInlineEnd: `${(100 * (newestMs - since)) / hourMs / hoursShown}%`,
              inlineSize: `calc(${100 / hoursShown}% - 2px)`,
            }}
          />
        ))}
      </div>
      <p className={plot.ends} aria-hidden="true">
        <span>{from}</span>
        <span>{until}</span>
      </p>
    </Grid>
  )
}
