import { useLingui } from '@lingui/react/macro'
import { toggleFavourite } from '#device/preferences.ts'
import { path } from '#sitemap'
import { Bell, Star, StarFilled } from '#ui/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Chart } from '#ui/moreIcons.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import type { ListedMarket } from '#widgets/listedMarket.ts'
import styles from './MarketSheet.module.css'

export interface MarketSheetProps {
  open: boolean
  market: ListedMarket
  isFavourite: boolean
  onClose: () => void
}

/** What can be done with a market without leaving the list. */
export function MarketSheet({ open, market: { symbol, base, quote, name }, isFavourite, onClose }: MarketSheetProps) {
  const { t } = useLingui()
  const pair = `${base}/${quote}`
  const turn = () => {
    toggleFavourite(symbol)
    onClose()
    toast(isFavourite ? t`${pair} is no longer a favourite` : t`${pair} is a favourite now`)
  }
  return (
    <Sheet
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
          leading={isFavourite ? <StarFilled /> : <Star />}
          title={isFavourite ? t`Remove from favourites` : t`Add to favourites`}
          onClick={turn}
        />
        <RowLink to={path.alerts} search={{ symbol }} leading={<Bell />} title={t`Set alert`} onClick={onClose} />
        <RowLink to={path.chart} search={{ symbol, period: '15m' }} leading={<Chart />} title={t`Open the chart`} onClick={onClose} />
      </div>
    </Sheet>
  )
}
