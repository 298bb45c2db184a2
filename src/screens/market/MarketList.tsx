import { useLingui } from '@lingui/react/macro'
import { type ComponentType, lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { withWords } from '#i18n/i18n.ts'
import { formatAmount, formatPercent, missingValueDash } from '#i18n/number.ts'
import { MarketRowWithStar } from '#widgets/market/MarketRowWithStar.tsx'
import type { ListedMarket } from '#widgets/market/listedMarket.ts'
import { useIsNearViewport } from '#widgets/useIsNearViewport.ts'
import type { MarketActionsSheetProps } from './MarketActionsSheet.tsx'
import styles from './Markets.module.css'
import type { MarketSortKey } from './marketsSearch.ts'
import { useRowLongPress } from './useRowLongPress.ts'

const MarketActionsSheet = lazy<ComponentType<MarketActionsSheetProps>>(() =>
  withWords('markets.more', () => import('./MarketActionsSheet.tsx'))
    .then(({ MarketActionsSheet: Sheet }) => ({ default: Sheet }))
    .catch(() => ({ default: () => null })),
)

/** As many as the first look at a tall window shows. */
const firstRows = 14

interface MarketListProps {
  markets: readonly ListedMarket[]
  favourites: readonly string[]
  sort: MarketSortKey
  /** A market's chart is about to be opened from here. */
  onOpen: () => void
}

/**
 * Only the rows on the screen exist and subscribe, however many markets are listed. A row that is held offers what can be done with its
 * market: the list listens for all of them, and has one sheet.
 */
export function MarketList({ markets, favourites, sort, onOpen }: MarketListProps) {
  const { t } = useLingui()
  const orderNoteOf = useOrderNote(sort)
  // The market stays while the sheet leaves.
  const [heldMarket, setHeldMarket] = useState<{ market: ListedMarket; isOpen: boolean }>()
  const longPressHandlers = useRowLongPress((row) => {
    const market = markets[Number(row.dataset['index'])]
    if (market) setHeldMarket({ market, isOpen: true })
  })
  const openMarket = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a')) onOpen()
  }
  return (
    <>
      {/* What is pressed are the rows' own links, by keys too; the list only hears of it, before they lead away. */}
      <ul aria-label={t`Markets`} onClickCapture={openMarket} {...longPressHandlers}>
        {markets.map((market, index) => (
          <MarketListItem key={market.symbol} index={index}>
            <MarketRowWithStar market={market} isFavourite={favourites.includes(market.symbol)} note={orderNoteOf(market)} />
          </MarketListItem>
        ))}
      </ul>
      {heldMarket && (
        <Suspense>
          <MarketActionsSheet
            open={heldMarket.isOpen}
            market={heldMarket.market}
            isFavourite={favourites.includes(heldMarket.market.symbol)}
            onClose={() => setHeldMarket({ ...heldMarket, isOpen: false })}
          />
        </Suspense>
      )}
    </>
  )
}

/** Where a row is: as high as one, whatever is drawn in it. */
function MarketListItem({ index, children }: { index: number; children: ReactNode }) {
  const [ref, isNear] = useIsNearViewport<HTMLLIElement>(index < firstRows)
  return (
    <li ref={ref} data-index={index} className={styles.item}>
      {isNear && children}
    </li>
  )
}

/** What a market is ordered by, where its row does not show that anyway. */
function useOrderNote(sort: MarketSortKey): (market: ListedMarket) => string | undefined {
  const { t } = useLingui()
  if (sort === 'turnover') return ({ turnover, quote }) => (turnover === null ? missingValueDash : `${formatAmount(turnover, 0)} ${quote}`)
  if (sort !== 'range') return () => undefined
  return ({ range }) => {
    const share = range === null ? missingValueDash : formatPercent(range.toFixed(8))
    return t`Range ${share}`
  }
}
