import { useQueryClient } from '@tanstack/react-query'
import { type Chart, dispose, init, type KLineData, type Period as PlotPeriod, registerLocale, registerOverlay } from 'klinecharts'
import { useCallback, useEffect, useRef } from 'react'
import { useLiveCandleListener } from '#api/stream/liveCandle.ts'
import type { Candle, MarketWithPrice, CandlePeriod } from '#contract/calls/market.ts'
import styles from './CandleChart.module.css'
import { candlesQuery } from './candlesQuery.ts'
import { chartStyles, chartTradesOverlayColorsAndFont } from './chartStyles.ts'
import { type PositionPriceLine, type ChartTradeMark, chartTradesOverlay } from './chartTrades.ts'
import { findPriceDataGap } from './priceDataGaps.ts'

export type ChartIndicator = 'MA' | 'EMA' | 'BOLL' | 'MACD' | 'RSI' | 'VOL'

interface CandleChartProps {
  symbol: string
  category: MarketWithPrice['category']
  period: CandlePeriod
  priceScale: number
  variant: 'candles' | 'line'
  indicators: readonly ChartIndicator[]
  /** What the picture shows, in words; the figures are in a table beside it. */
  label: string
  /** Lines of open positions; keep the list while nothing in it changes. */
  levels?: readonly PositionPriceLine[]
  /** Where this person opened and closed; keep the list as well. */
  marks?: readonly ChartTradeMark[]
}

const barsPerLoad = 300
const newestBarInset = 28
const plotPeriods: Record<CandlePeriod, PlotPeriod> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
}
const separatePaneIndicators: ReadonlySet<ChartIndicator> = new Set(['MACD', 'RSI', 'VOL'])

registerOverlay(chartTradesOverlay)

// The library's own words are English and Chinese; the legend uses signs that need neither.
registerLocale('signs', {
  time: '',
  open: 'O ',
  high: 'H ',
  low: 'L ',
  close: 'C ',
  volume: 'V ',
  change: '± ',
  turnover: 'T ',
  second: 's',
  minute: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'M',
  year: 'y',
})

// The one place where prices become floats: pixels need no more.
const toBar = ([timestamp, open, high, low, close, volume]: readonly [
  number,
  string,
  string,
  string,
  string,
  ...unknown[],
]): KLineData => ({
  timestamp,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  ...(typeof volume === 'string' && { volume: Number(volume) }),
})

const noMarks: readonly never[] = []
const tradesId = 'trades'

/** Candles with a live last bar; older ones load as one pans back. Canvas only: give the figures in a table as well. */
export function CandleChart({
  symbol,
  category,
  period,
  priceScale,
  variant,
  indicators,
  label,
  levels = noMarks,
  marks = noMarks,
}: CandleChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart>(null)
  const updateLastBar = useRef<(bar: KLineData) => void>(null)
  const client = useQueryClient()

  useEffect(() => {
    if (!box.current) return
    const element = box.current
    // Axes without bars show nothing, and become wider with the first.
    element.dataset['waiting'] = ''
    const createdChart = init(element, { locale: 'signs', styles: chartStyles(element, 'candles') })
    chart.current = createdChart
    // Room above for the legend, and no more than a breath right of the newest bar.
    createdChart?.overrideYAxis({ paneId: 'candle_pane', gap: { top: 0.24, bottom: 0.1 } })
    createdChart?.setOffsetRightDistance(newestBarInset)
    // It stands nowhere itself: where its lines and marks go is worked out whenever the chart draws.
    createdChart?.createOverlay({
      name: chartTradesOverlay.name,
      id: tradesId,
      paneId: 'candle_pane',
      lock: true,
      points: [{ dataIndex: 0, value: 0 }],
    })
    // The library puts its box first in the order of the Tab key; for the keyboard there is the table.
    element.querySelector('[tabindex]')?.setAttribute('tabindex', '-1')
    const observer = new ResizeObserver(() => createdChart?.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.current = null
      dispose(element)
    }
  }, [])

  useEffect(() => {
    const loadCandles = async (endTime: number | undefined): Promise<Candle[]> => {
      const request = { symbol, period, limit: barsPerLoad, ...(endTime !== undefined && { endTime }) }
      return client.fetchQuery(candlesQuery(request)).catch(() => [])
    }
    chart.current?.setDataLoader({
      getBars: async ({ type, timestamp, callback }) => {
        const bars = type === 'backward' ? [] : await loadCandles(type === 'forward' && timestamp !== null ? timestamp - 1 : undefined)
        callback(bars.map(toBar), { forward: bars.length === barsPerLoad, backward: false })
        delete box.current?.dataset['waiting']
      },
      subscribeBar: ({ callback }) => {
        updateLastBar.current = callback
      },
      unsubscribeBar: () => {
        updateLastBar.current = null
      },
    })
    chart.current?.setSymbol({ ticker: symbol, pricePrecision: priceScale, volumePrecision: 0 })
    chart.current?.setPeriod(plotPeriods[period])
  }, [client, symbol, period, priceScale])

  useLiveCandleListener(
    symbol,
    period,
    useCallback((bar) => updateLastBar.current?.(toBar(bar)), []),
  )

  const isGap = useCallback(
    (beforeMs: number, afterMs: number) => findPriceDataGap(beforeMs, afterMs, period, category) !== undefined,
    [period, category],
  )

  useEffect(() => {
    const applyColors = () => {
      if (!box.current) return
      chart.current?.setStyles(chartStyles(box.current, variant))
      chart.current?.overrideOverlay({
        id: tradesId,
        extendData: { levels, marks, isGap, isLine: variant === 'line', ...chartTradesOverlayColorsAndFont(box.current) },
      })
    }
    applyColors()
    // Theme and up/down colours are attributes of <html>.
    const observer = new MutationObserver(applyColors)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-up', 'lang'] })
    return () => observer.disconnect()
  }, [variant, levels, marks, isGap])

  const indicatorNames = indicators.join()
  useEffect(() => {
    const chartInstance = chart.current
    if (!chartInstance) return
    chartInstance.removeIndicator()
    for (const indicator of indicatorNames.split(',').filter(Boolean) as ChartIndicator[]) {
      if (separatePaneIndicators.has(indicator)) chartInstance.createIndicator(indicator)
      else chartInstance.createIndicator({ name: indicator, paneId: 'candle_pane' }, true)
    }
  }, [indicatorNames])

  return <div ref={box} className={styles.box} role="img" aria-label={label} />
}
