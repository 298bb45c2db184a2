import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getLivePrice, watchLivePrice } from '#api/stream/prices.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { type Candle, market } from '#contract/calls/market.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import plot from '#ui/plot.module.css'
import styles from './SecondContracts.module.css'

interface Point {
  at: number
  value: number
}

const windowMs = 5 * 60_000
const barMs = 60_000
const width = 320
const height = 96
const edge = 6

/** The last five minutes as a line, with the opening prices of running contracts as dashed levels. */
export function SecondContractPriceChart({ symbol, levels }: { symbol: string; levels: readonly string[] }) {
  const { t } = useLingui()
  const { data } = useQuery({ ...apiReadQuery(market.candles, { symbol, period: '1m', limit: 7 }), staleTime: barMs })
  const ticks = useTicks(symbol)
  const points = [...pointsOf(data ?? [], ticks[0]?.at), ...ticks]
  const last = points.at(-1)
  if (!last || points.length < 2) return <div className={styles.chart} />
  const from = last.at - windowMs
  const shownPoints = points.filter(({ at }) => at >= from)
  const values = [...shownPoints.map(({ value }) => value), ...levels.map(decimalToPlotNumber)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => (((at - from) / windowMs) * width).toFixed(1)
  const y = (value: number) => (high === low ? height / 2 : height - edge - ((value - low) / (high - low)) * (height - 2 * edge)).toFixed(1)
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      role="img"
      aria-label={t`The price of the last five minutes`}
    >
      {levels.map((level, index) => (
        <path
          key={`${level} ${index}`}
          className={styles.level}
          d={`M0 ${y(decimalToPlotNumber(level))}H${width}`}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path
        className={plot.line}
        d={shownPoints.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Every price that the stream brings while one looks. */
function useTicks(symbol: string): readonly Point[] {
  const [ticks, setTicks] = useState<readonly Point[]>([])
  useEffect(
    () =>
      watchLivePrice(symbol, () => {
        const live = getLivePrice(symbol)
        if (!live || live.stale) return
        setTicks((now) => [...now.filter(({ at }) => at > live.atMs - windowMs), { at: live.atMs, value: decimalToPlotNumber(live.price) }])
      }),
    [symbol],
  )
  return ticks
}

/** Bars as points at their beginning, and the last one's newest price; only what is older than the live line. */
function pointsOf(candles: readonly Candle[], before = Number.POSITIVE_INFINITY): Point[] {
  const last = candles.at(-1)
  const opens = candles.map(([at, open]) => ({ at: at as number, value: decimalToPlotNumber(open) }))
  const newest = last ? [{ at: Math.min(last[0] + barMs, before - 1, serverNow()), value: decimalToPlotNumber(last[4]) }] : []
  return [...opens, ...newest].filter(({ at }) => at < before)
}
