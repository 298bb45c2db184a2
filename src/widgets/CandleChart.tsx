import { useQueryClient } from '@tanstack/react-query'
import { type Chart, dispose, init, type KLineData, type Period as PlotPeriod, registerLocale, registerOverlay } from 'klinecharts'
import { useCallback, useEffect, useRef } from 'react'
import { useBar } from '#api/prices.ts'
import { query } from '#api/query.ts'
import { type Candle, market, type Period } from '#contract/calls/market.ts'
import styles from './CandleChart.module.css'
import { chartStyles, tradeColors } from './chartStyles.ts'
import { type ChartLevel, type TradeMark, tradesOverlay } from './chartTrades.ts'

export type Study = 'MA' | 'EMA' | 'BOLL' | 'MACD' | 'RSI' | 'VOL'

interface CandleChartProps {
  symbol: string
  period: Period
  priceScale: number
  look: 'candles' | 'line'
  studies: readonly Study[]
  /** What the picture shows, in words; the figures are in a table beside it. */
  label: string
  /** Lines of open positions; keep the list while nothing in it changes. */
  levels?: readonly ChartLevel[]
  /** Where this person opened and closed; keep the list as well. */
  marks?: readonly TradeMark[]
}

const barsPerLoad = 300
const newestBarInset = 28
const plotPeriods: Record<Period, PlotPeriod> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
}
const ownPane: ReadonlySet<Study> = new Set(['MACD', 'RSI', 'VOL'])

registerOverlay(tradesOverlay)

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

const nothing: readonly never[] = []
const tradesId = 'trades'

/** Candles with a live last bar; older ones load as one pans back. Canvas only: give the figures in a table as well. */
export function CandleChart({ symbol, period, priceScale, look, studies, label, levels = nothing, marks = nothing }: CandleChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart>(null)
  const adoptBar = useRef<(bar: KLineData) => void>(null)
  const client = useQueryClient()

  useEffect(() => {
    if (!box.current) return
    const element = box.current
    const made = init(element, { locale: 'signs', styles: chartStyles(element, 'candles') })
    chart.current = made
    // Room above for the legend, and no more than a breath right of the newest bar.
    made?.overrideYAxis({ paneId: 'candle_pane', gap: { top: 0.24, bottom: 0.1 } })
    made?.setOffsetRightDistance(newestBarInset)
    // It stands nowhere itself: where its lines and marks go is worked out whenever the chart draws.
    made?.createOverlay({ name: tradesOverlay.name, id: tradesId, paneId: 'candle_pane', lock: true, points: [{ dataIndex: 0, value: 0 }] })
    // The library puts its box first in the order of the Tab key; for the keyboard there is the table.
    element.querySelector('[tabindex]')?.setAttribute('tabindex', '-1')
    const watcher = new ResizeObserver(() => made?.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      chart.current = null
      dispose(element)
    }
  }, [])

  useEffect(() => {
    const load = async (endTime: number | undefined): Promise<Candle[]> => {
      const asked = { symbol, period, limit: barsPerLoad, ...(endTime !== undefined && { endTime }) }
      return client
        .fetchQuery({ ...query(market.candles, asked), staleTime: endTime === undefined ? 0 : Number.POSITIVE_INFINITY })
        .catch(() => [])
    }
    chart.current?.setDataLoader({
      getBars: async ({ type, timestamp, callback }) => {
        const bars = type === 'backward' ? [] : await load(type === 'forward' && timestamp !== null ? timestamp - 1 : undefined)
        callback(bars.map(toBar), { forward: bars.length === barsPerLoad, backward: false })
      },
      subscribeBar: ({ callback }) => {
        adoptBar.current = callback
      },
      unsubscribeBar: () => {
        adoptBar.current = null
      },
    })
    chart.current?.setSymbol({ ticker: symbol, pricePrecision: priceScale, volumePrecision: 0 })
    chart.current?.setPeriod(plotPeriods[period])
  }, [client, symbol, period, priceScale])

  useBar(
    symbol,
    period,
    useCallback((bar) => adoptBar.current?.(toBar(bar)), []),
  )

  useEffect(() => {
    const paint = () => {
      if (!box.current) return
      chart.current?.setStyles(chartStyles(box.current, look))
      chart.current?.overrideOverlay({ id: tradesId, extendData: { levels, marks, ...tradeColors(box.current) } })
    }
    paint()
    // Theme and up/down colours are attributes of <html>.
    const watcher = new MutationObserver(paint)
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-up', 'lang'] })
    return () => watcher.disconnect()
  }, [look, levels, marks])

  const wanted = studies.join()
  useEffect(() => {
    const plot = chart.current
    if (!plot) return
    plot.removeIndicator()
    for (const study of wanted.split(',').filter(Boolean) as Study[]) {
      if (ownPane.has(study)) plot.createIndicator(study)
      else plot.createIndicator({ name: study, paneId: 'candle_pane' }, true)
    }
  }, [wanted])

  return <div ref={box} className={styles.box} role="img" aria-label={label} />
}
