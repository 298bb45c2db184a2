import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { serverNow } from '#api/serverClock.ts'
import { useLivePrice } from '#api/stream/prices.ts'
import { path } from '#sitemap'
import { Sparkline } from '#ui/Sparkline.tsx'
import { LivePriceChange } from './LivePriceChange.tsx'
import styles from './MarketRow.module.css'
import { marketOpensOrFiguresSinceText } from './openingWords.ts'
import { LivePriceTag } from './LivePriceTag.tsx'
import { SymbolName } from './SymbolName.tsx'
import type { ListedMarket } from './listedMarket.ts'

export interface MarketRowProps {
  market: ListedMarket
  /** Before it, such as a star. */
  star?: ReactNode
  /** In place of its name. */
  note?: string | undefined
}

/** One market: name, with when it opens or its day began; the last day as a line, live price and change; opens its chart. Re-rendered by its own data alone. */
export const MarketRow = memo(function MarketRow({ market, star, note }: MarketRowProps) {
  const { symbol, base, quote, name, feedMode, places, price, riseRate } = market
  return (
    <div className={styles.row}>
      {star}
      <div className={styles.cell}>
        <Link to={path.chart} search={{ symbol, period: '15m' }} className={styles.link}>
          <SymbolName
            base={base}
            quote={quote}
            name={note ?? name}
            note={note ? undefined : marketOpensOrFiguresSinceText(market, serverNow())}
            feedMode={feedMode}
          />
          <MarketSparkline market={market} />
          <span className={styles.numbers}>
            <LivePriceTag symbol={symbol} places={places} fallback={price} />
            <LivePriceChange symbol={symbol} fallback={riseRate} />
          </span>
        </Link>
      </div>
    </div>
  )
})

// A tick redraws nothing here unless the direction turns or the price grows old.
const Line = memo(Sparkline)

/** The last day, dashed once the price is old. */
export function MarketSparkline({ market }: { market: ListedMarket }) {
  const live = useLivePrice(market.symbol)
  const rate = live?.riseRate ?? market.riseRate
  const tone = rate === null || !/[1-9]/.test(rate) ? 'flat' : rate.startsWith('-') ? 'fall' : 'rise'
  return (
    <span className={styles.spark}>
      <Line points={market.spark} tone={tone} dashed={live?.stale ?? false} label="" />
    </span>
  )
}
