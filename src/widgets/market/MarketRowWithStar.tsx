import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { toggleFavouriteMarket } from '#device/preferences.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { StarIcon, StarFilledIcon } from '#ui/icons/listIcons.tsx'
import { MarketRow, type MarketRowProps } from './MarketRow.tsx'
import styles from './MarketRow.module.css'

/** A market's row with a star before it, that makes it a favourite or no longer one. */
export const MarketRowWithStar = memo(function MarketRowWithStar({
  isFavourite,
  ...row
}: Omit<MarketRowProps, 'star'> & { isFavourite: boolean }) {
  const { symbol, base, quote } = row.market
  return <MarketRow {...row} star={<FavouriteStar symbol={symbol} pair={`${base}/${quote}`} isFavourite={isFavourite} />} />
})

function FavouriteStar({ symbol, pair, isFavourite }: { symbol: string; pair: string; isFavourite: boolean }) {
  const { t } = useLingui()
  return (
    <IconButton
      icon={isFavourite ? <StarFilledIcon width="1.25rem" /> : <StarIcon width="1.25rem" />}
      label={isFavourite ? t`Remove ${pair} from favourites` : t`Add ${pair} to favourites`}
      aria-pressed={isFavourite}
      className={styles.star}
      onClick={() => toggleFavouriteMarket(symbol)}
    />
  )
}
