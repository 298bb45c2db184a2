import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useLivePrice } from '#api/stream/prices.ts'
import { toggleFavourite } from '#device/preferences.ts'
import { path } from '#sitemap'
import { IconButton } from '#ui/IconButton.tsx'
import { StarIcon, StarFilledIcon } from '#ui/icons/icons.tsx'
import { Sparkline } from '#ui/Sparkline.tsx'
import { LivePriceChange } from './LivePriceChange.tsx'
import styles from './MarketRow.module.css'
import { PriceTag } from './PriceTag.tsx'
import { SymbolName } from './SymbolName.tsx'
import type { ListedMarket } from './listedMarket.ts'

export interface MarketRowProps {
  market: ListedMarket
  /** With a star; undefined leaves it out. */
  isFavourite?: boolean
  /** In place of its name. */
  note?: string | undefined
}

/** One market: name, the last day as a line, live price and change; opens its chart. Re-rendered by its own data alone. */
export const MarketRow = memo(function MarketRow({ market, isFavourite, note }: MarketRowProps) {
  const { symbol, base, quote, name, feedMode, places, price, riseRate } = market
  return (
    <div className={styles.row}>
      {isFavourite !== undefined && <FavouriteStar symbol={symbol} pair={`${base}/${quote}`} isFavourite={isFavourite} />}
      <div className={styles.cell}>
        <Link to={path.chart} search={{ symbol, period: '15m' }} className={styles.link}>
          <SymbolName base={base} quote={quote} name={note ?? name} feedMode={feedMode} />
          <MarketSparkline market={market} />
          <span className={styles.numbers}>
            <PriceTag symbol={symbol} places={places} fallback={price} />
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

function FavouriteStar({ symbol, pair, isFavourite }: { symbol: string; pair: string; isFavourite: boolean }) {
  const { t } = useLingui()
  return (
    <IconButton
      icon={isFavourite ? <StarFilledIcon width="1.25rem" /> : <StarIcon width="1.25rem" />}
      label={isFavourite ? t`Remove ${pair} from favourites` : t`Add ${pair} to favourites`}
      aria-pressed={isFavourite}
      className={styles.star}
      onClick={() => toggleFavourite(symbol)}
    />
  )
}
