import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { type MarketWithPrice, market, type CandlePeriod } from '#contract/calls/market.ts'
import { withWords } from '#i18n/i18n.ts'
import { startedVolatilityHours } from '#rules/marketPace.ts'
import { marketConditionAt } from '#rules/marketStatus.ts'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { ClockIcon, LeapIcon, MoonIcon, PulseIcon, RippleIcon, SurgeIcon } from '#ui/icons/marketStatusIcons.tsx'
import { candlesQuery } from '#widgets/market/candlesQuery.ts'
import { isNightAt } from '#widgets/market/paceWords.ts'
import { isDelisted } from '#widgets/market/tradingEnd.ts'
import styles from './MarketActivityLine.module.css'
import type { MarketActivitySheetProps } from './MarketActivitySheet.tsx'
import { useMarketActivityFormatter } from './useMarketActivityWords.ts'

const MarketActivitySheet = lazy<ComponentType<MarketActivitySheetProps>>(() =>
  withWords('kline.more', () => import('./MarketActivitySheet.tsx'))
    .then(({ MarketActivitySheet: Sheet }) => ({ default: Sheet }))
    .catch(() => ({ default: () => null })),
)

const paceEveryMs = 300_000
const minuteMs = 60_000
/** Bars of a minute of which the usual one is known: as many as the chart reads, so that one call serves both. */
const minuteCount = 300

/** What the market is doing (jumps only beside bars of a minute, which they are found in), in one quiet line under its price; a tap explains it. Nothing where nothing is published. */
export function MarketActivityLine({ listed, period }: { listed: MarketWithPrice; period: CandlePeriod }) {
  const { t } = useLingui()
  const { symbol, category, session, feedMode } = listed
  const isOpen = session.open
  const paces = useQuery({ ...apiReadQuery(market.paces, {}), staleTime: paceEveryMs, refetchInterval: paceEveryMs })
  const minutes = useQuery({
    ...candlesQuery({ symbol, period: '1m', limit: minuteCount }),
    refetchInterval: minuteMs,
    enabled: isOpen && period === '1m',
  })
  const [isRead, setRead] = useState<boolean>()
  const statusText = useMarketActivityFormatter(listed)
  const pace = paces.data?.find((one) => one.category === category)
  const now = serverNow()
  // The notice above says that it never opens again.
  if (isDelisted(listed)) return null
  const status = marketConditionAt({ session, pace, bars: minutes.data ?? [] }, now)
  // A simulated market always has its line: what stands below does not move when it comes.
  if (!status) return feedMode === 'SIM' || feedMode === 'DERIVED' ? <div className={styles.line} /> : null
  const Icon = { closed: ClockIcon, jump: LeapIcon, calm: isNightAt(now) ? MoonIcon : RippleIcon, usual: PulseIcon, fast: SurgeIcon }[
    status.kind
  ]
  const { title, more } = statusText(status, now)
  return (
    <>
      <button type="button" className={styles.line} data-kind={status.kind} aria-haspopup="dialog" onClick={() => setRead(true)}>
        <Icon />
        <span className={styles.words}>
          <span className="visuallyHidden">{t`What this market is doing:`} </span>
          {title}
          {more && <span className={styles.more}> · {more}</span>}
        </span>
        <ChevronRightIcon />
      </button>
      {isRead !== undefined && (
        <Suspense>
          <MarketActivitySheet
            open={isRead}
            onClose={() => setRead(false)}
            title={title}
            status={status}
            hours={startedVolatilityHours(pace, now)}
            listed={listed}
          />
        </Suspense>
      )}
    </>
  )
}
