import { Trans, useLingui } from '@lingui/react/macro'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type MarketWithPrice, type CandlePeriod, candlePeriods } from '#contract/calls/market.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { BackIcon } from '#ui/icons/icons.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import { ExpandIcon } from '#ui/icons/moreIcons.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { ChartIndicator } from '#widgets/market/CandleChart.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { useGoBack } from '#widgets/useGoBack.ts'
import styles from './Chart.module.css'
import { ChartOptionsPicker } from './ChartOptionsPicker.tsx'
import { ChartTradeMarksLegend } from './ChartTradeMarksLegend.tsx'
import type { OwnChartTrades } from './useOwnChartTrades.ts'
import { useLandscapeFullScreenEffect } from './useLandscapeFullScreenEffect.ts'
import { useIsPhoneLandscape } from './useIsPhoneLandscape.ts'
import { useRotateChartTouches } from './useRotateChartTouches.ts'

const CandleChart = lazy(() => import('#widgets/market/CandleChart.tsx').then(({ CandleChart }) => ({ default: CandleChart })))

const periodNames: Record<CandlePeriod, string> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1h',
  '4h': '4h',
  '1d': '1D',
  '1w': '1W',
}

interface MarketChartProps {
  listed: MarketWithPrice
  period: CandlePeriod
  onPeriod(next: CandlePeriod): void
  isFull: boolean
  onFull(): void
  /** Ends the full screen where there is nothing to go back to. */
  onEnd(): void
  hasVolume: boolean
  trades: OwnChartTrades
  label: string
  /** In place of the bars, which did not come: empty axes would show prices that never were. */
  failure: ReactNode
}

/**
 * The chart with what is chosen in it. The same chart grows to the full screen and back, with all that one panned and pinched; on a phone that
 * is turned on its side it takes the window by itself, and gives it back when the phone is upright again.
 */
export function MarketChart({ listed, period, onPeriod, isFull, onFull, onEnd, hasVolume, trades, label, failure }: MarketChartProps) {
  const { t } = useLingui()
  const { symbol, category, priceScale, base, quote } = listed
  const [indicators, setIndicators] = useState<readonly ChartIndicator[]>(['MA'])
  const [variant, setVariant] = useState<'candles' | 'line'>('candles')
  const [showsTrades, setShowsTrades] = useState(true)
  const layer = useRef<HTMLDivElement>(null)
  const leaveFullScreen = useLeaveFullScreen(isFull, onEnd)
  const goBack = useGoBack(path.home)
  const isLandscape = useIsPhoneLandscape()
  const takesWindow = isFull || isLandscape
  useLandscapeFullScreenEffect(layer, isFull, leaveFullScreen)
  useRotateChartTouches(layer, isFull)
  const hasTrades = trades.levels.length + trades.marks.length > 0
  const shownTrades = hasTrades && showsTrades ? { levels: trades.levels, marks: trades.marks } : {}

  return (
    // The browser lets nothing turn what it shows over the whole screen, but what is inside of it.
    <div ref={layer} className={takesWindow ? styles.layer : undefined}>
      <div className={takesWindow ? styles.full : styles.picture}>
        {takesWindow && !isFull && <IconButton className={styles.back} icon={<BackIcon />} label={t`Back`} onClick={goBack} />}
        {takesWindow && (
          <p className={styles.fullPrice}>
            <strong>
              {base}/{quote}
            </strong>
            <LivePriceTag symbol={symbol} places={priceScale} fallback={listed.currentPrice} />
            <LivePriceChange symbol={symbol} fallback={listed.riseRate} />
            {listed.feedMode === 'SIM' && (
              <Chip tone="violet">
                <Trans context="of a price">Simulated</Trans>
              </Chip>
            )}
          </p>
        )}
        <SegmentedControl
          className={styles.periods}
          label={t`Bar length`}
          look="line"
          value={period}
          onChange={onPeriod}
          options={candlePeriods.map((value) => ({ value, label: periodNames[value] }))}
        />
        {isFull && <IconButton className={styles.leave} icon={<CloseIcon />} label={t`Leave the full screen`} onClick={leaveFullScreen} />}
        <div className={failure ? `${styles.chart} ${styles.failure}` : styles.chart}>
          {failure || (
            <Suspense fallback={<Skeleton height="100%" />}>
              <CandleChart
                symbol={symbol}
                category={category}
                period={period}
                priceScale={priceScale}
                variant={variant}
                indicators={indicators}
                label={label}
                {...shownTrades}
              />
            </Suspense>
          )}
          {!isFull && !failure && (
            <span className={styles.expand}>
              <IconButton icon={<ExpandIcon />} label={t`Full screen`} onClick={onFull} />
            </span>
          )}
        </div>
        <ChartOptionsPicker
          indicators={indicators}
          onIndicators={setIndicators}
          variant={variant}
          onVariant={setVariant}
          hasVolume={hasVolume}
          trades={hasTrades ? showsTrades : undefined}
          onTrades={setShowsTrades}
        />
        {hasTrades && showsTrades && !takesWindow && <ChartTradeMarksLegend hasMarks={trades.marks.length > 0} />}
      </div>
    </div>
  )
}

/** Back to where the full screen was entered from; where one came straight to it, it only ends. */
function useLeaveFullScreen(isFull: boolean, onEnd: () => void): () => void {
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
