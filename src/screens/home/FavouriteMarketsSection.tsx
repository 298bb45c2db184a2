import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useDevicePreference } from '#device/preferences.ts'
import { path } from '#sitemap'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { MarketSparkline } from '#widgets/market/MarketRow.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import type { ListedMarket } from '#widgets/market/listedMarket.ts'
import type { useListedMarkets } from '#widgets/market/useListedMarkets.ts'
import styles from './FavouriteMarketsSection.module.css'
import { favouriteTileCount, suggestedMarkets } from './suggestedMarkets.ts'

/** The first three favourites; until there are any, what is suggested. */
export const FavouriteMarketsSection = memo(function Watched({ listed }: { listed: ReturnType<typeof useListedMarkets> }) {
  const favourites = useDevicePreference('favourites')
  const { markets, error } = listed
  if (error) return null
  const chosen = favourites.flatMap((symbol) => markets?.find((market) => market.symbol === symbol) ?? []).slice(0, favouriteTileCount)
  const shown = chosen.length > 0 ? chosen : suggestedMarkets(markets ?? [])
  return (
    <Section
      title={favourites.length > 0 ? <Trans>Favourites</Trans> : <Trans>To begin with</Trans>}
      action={
        <Link to={path.markets} search={{ category: favourites.length > 0 ? 'favourites' : 'all' }} className={styles.action}>
          {favourites.length > 0 ? <Trans>All favourites</Trans> : <Trans>Choose favourites</Trans>}
        </Link>
      }
    >
      <ul className={styles.tiles}>
        {markets
          ? shown.map((market) => <Tile key={market.symbol} market={market} />)
          : Array.from({ length: favouriteTileCount }, (_, tile) => (
              <li key={tile} className={styles.tile}>
                <Skeleton width={4} />
                <Skeleton width={5} height={1.125} />
                <Skeleton width={3} />
                <Skeleton height={1.75} />
              </li>
            ))}
      </ul>
    </Section>
  )
})

const Tile = memo(function Tile({ market }: { market: ListedMarket }) {
  const { symbol, base, quote, price, riseRate } = market
  return (
    <li>
      <Link to={path.chart} search={{ symbol, period: '15m' }} className={styles.tile}>
        <span className={styles.pair}>
          {base}
          <span className={styles.quote}>/{quote}</span>
        </span>
        <span className={styles.price}>
          <LivePriceTag symbol={symbol} places={market.places} fallback={price} />
        </span>
        <LivePriceChange symbol={symbol} fallback={riseRate} variant="plain" />
        <MarketSparkline market={market} />
      </Link>
    </li>
  )
})
