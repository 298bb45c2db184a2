import { useLingui } from '@lingui/react/macro'
import { toggleFavouriteMarket } from '#device/preferences.ts'
import { path } from '#sitemap'
import { BellIcon } from '#ui/icons/icons.tsx'
import { StarIcon, StarFilledIcon } from '#ui/icons/listIcons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { ChartIcon } from '#ui/icons/moreIcons.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import type { ListedMarket } from '#widgets/market/listedMarket.ts'
import styles from './MarketActionsSheet.module.css'

export interface MarketActionsSheetProps {
  open: boolean
  market: ListedMarket
  isFavourite: boolean
  onClose: () => void
}

/** What can be done with a market without leaving the list. */
export function MarketActionsSheet({ open, market: { symbol, base, quote, name }, isFavourite, onClose }: MarketActionsSheetProps) {
  const { t } = useLingui()
  const pair = `${base}/${quote}`
  const turn = () => {
    toggleFavouriteMarket(symbol)
    onClose()
    showToast(isFavourite ? t`${pair} is no longer a favourite` : t`${pair} is a favourite now`)
  }
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={
        <>
          {pair} <span className={styles.name}>{name}</span>
        </>
      }
    >
      <div className={styles.ways}>
        <ListRow
          leading={isFavourite ? <StarFilledIcon /> : <StarIcon />}
          title={isFavourite ? t`Remove from favourites` : t`Add to favourites`}
          onClick={turn}
        />
        <RowLink to={path.alerts} search={{ symbol }} leading={<BellIcon />} title={t`Set alert`} onClick={onClose} />
        <RowLink to={path.chart} search={{ symbol, period: '15m' }} leading={<ChartIcon />} title={t`Open the chart`} onClick={onClose} />
      </div>
    </BottomSheet>
  )
}
