import { useLingui } from '@lingui/react/macro'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type MarketSymbol, type Period, periods } from '#contract/calls/market.ts'
import { Chip } from '#ui/Chip.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Close, Expand } from '#ui/moreIcons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Study } from '#widgets/CandleChart.tsx'
import { LiveChange } from '#widgets/LiveChange.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import styles from './Chart.module.css'
import { StudyPicker } from './StudyPicker.tsx'
import { TradesKey } from './TradesKey.tsx'
import type { ChartTrades } from './useChartTrades.ts'
import { useFullScreen } from './useFullScreen.ts'
import { useTurnedTouches } from './useTurnedTouches.ts'

const CandleChart = lazy(() => import('#widgets/CandleChart.tsx').then(({ CandleChart }) => ({ default: CandleChart })))

const periodNames: Record<Period, string> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1h',
  '4h': '4h',
  '1d': '1D',
  '1w': '1W',
}

interface ChartPictureProps {
  listed: MarketSymbol
  period: Period
  onPeriod(next: Period): void
  isFull: boolean
  onFull(): void
  /** Ends the full screen where there is nothing to go back to. */
  onEnd(): void
  hasVolume: boolean
  trades: ChartTrades
  label: string
  /** In place of the bars, which did not come: empty axes would show prices that never were. */
  failure: ReactNode
}

/** The chart with what is chosen in it. The same chart grows to the full screen and back, with all that one panned and pinched. */
export function ChartPicture({ listed, period, onPeriod, isFull, onFull, onEnd, hasVolume, trades, label, failure }: ChartPictureProps) {
  const { t } = useLingui()
  const { symbol, priceScale, base, quote } = listed
  const [studies, setStudies] = useState<readonly Study[]>(['MA'])
  const [look, setLook] = useState<'candles' | 'line'>('candles')
  const [showsTrades, setShowsTrades] = useState(true)
  const layer = useRef<HTMLDivElement>(null)
  const leave = useLeave(isFull, onEnd)
  useFullScreen(layer, isFull, leave)
  useTurnedTouches(layer, isFull)
  const hasTrades = trades.levels.length + trades.marks.length > 0
  const drawn = hasTrades && showsTrades ? { levels: trades.levels, marks: trades.marks } : {}

  return (
    // The browser lets nothing turn what it shows over the whole screen, but what is inside of it.
    <div ref={layer} className={isFull ? styles.layer : undefined}>
      <div className={isFull ? styles.full : styles.picture}>
        {isFull && (
          <p className={styles.fullPrice}>
            <strong>
              {base}/{quote}
            </strong>
            <PriceTag symbol={symbol} places={priceScale} fallback={listed.currentPrice} />
            <LiveChange symbol={symbol} fallback={listed.riseRate} />
            {listed.feedMode === 'SIM' && <Chip tone="violet">SIM</Chip>}
          </p>
        )}
        <Segments
          className={styles.periods}
          label={t`Bar length`}
          look="line"
          value={period}
          onChange={onPeriod}
          options={periods.map((value) => ({ value, label: periodNames[value] }))}
        />
        {isFull && <IconButton className={styles.leave} icon={<Close />} label={t`Leave the full screen`} onClick={leave} />}
        <div className={failure ? `${styles.chart} ${styles.failure}` : styles.chart}>
          {failure || (
            <Suspense fallback={<Skeleton height="100%" />}>
              <CandleChart symbol={symbol} period={period} priceScale={priceScale} look={look} studies={studies} label={label} {...drawn} />
            </Suspense>
          )}
          {!isFull && !failure && (
            <span className={styles.expand}>
              <IconButton icon={<Expand />} label={t`Full screen`} onClick={onFull} />
            </span>
          )}
        </div>
        <StudyPicker
          studies={studies}
          onStudies={setStudies}
          look={look}
          onLook={setLook}
          hasVolume={hasVolume}
          trades={hasTrades ? showsTrades : undefined}
          onTrades={setShowsTrades}
        />
        {hasTrades && showsTrades && !isFull && <TradesKey hasMarks={trades.marks.length > 0} />}
      </div>
    </div>
  )
}

/** Back to where the full screen was entered from; where one came straight to it, it only ends. */
function useLeave(isFull: boolean, onEnd: () => void): () => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const wasEntered = useRef(false)
  const isLeaving = useRef(false)
  const before = useRef(isFull)
  useEffect(() => {
    if (isFull && !before.current) wasEntered.current = true
    before.current = isFull
    isLeaving.current = false
  }, [isFull])
  return () => {
    // The button, Esc and the browser's own end of its full screen may come together.
    if (isLeaving.current) return
    isLeaving.current = true
    if (wasEntered.current && canGoBack) router.history.back()
    else onEnd()
    wasEntered.current = false
  }
}
