import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLingui } from '@lingui/react/macro'
import { type ComponentType, lazy, type MouseEvent, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { formatAmount, formatShare, missing } from '#i18n/number.ts'
import { MarketRow } from '#widgets/MarketRow.tsx'
import type { ListedMarket } from '#widgets/listedMarket.ts'
import type { MarketSheetProps } from './MarketSheet.tsx'
import styles from './Markets.module.css'
import type { SortKey } from './marketsSearch.ts'
import { useHeld } from './useHeld.ts'

const MarketSheet = lazy<ComponentType<MarketSheetProps>>(() =>
  import('./MarketSheet.tsx').then(({ MarketSheet: Sheet }) => ({ default: Sheet })).catch(() => ({ default: () => null })),
)

const rowRem = 4
const rootPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

interface MarketListProps {
  markets: readonly ListedMarket[]
  favourites: readonly string[]
  sort: SortKey
  /** A market's chart is about to be opened from here. */
  onOpen: () => void
}

/**
 * Only the rows on the screen exist and subscribe, however many markets are listed. A row that is held offers what can be done with its
 * market (product §4.2 row 2): the list listens for all of them, and has one sheet.
 */
export function MarketList({ markets, favourites, sort, onOpen }: MarketListProps) {
  const { t } = useLingui()
  const noteOf = useOrderNote(sort)
  const list = useRef<HTMLUListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => setScrollMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  // The market stays while the sheet leaves.
  const [held, setHeld] = useState<{ market: ListedMarket; isOpen: boolean }>()
  const holding = useHeld((row) => {
    const market = markets[Number(row.dataset['index'])]
    if (market) setHeld({ market, isOpen: true })
  })
  // oxlint-disable-next-line react/incompatible-library -- its changing answers are wanted anew at every scroll.
  const virtual = useWindowVirtualizer({
    count: markets.length,
    estimateSize: () => rowRem * rootPx(),
    getItemKey: (index) => markets[index]?.symbol ?? index,
    overscan: 4,
    scrollMargin,
  })
  const follow = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a')) onOpen()
  }
  return (
    <>
      {/* What is pressed are the rows' own links, by keys too; the list only hears of it, before they lead away. */}
      <ul
        ref={list}
        aria-label={t`Markets`}
        className={styles.list}
        style={{ height: virtual.getTotalSize() }}
        onClickCapture={follow}
        {...holding}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const market = markets[index]
          if (!market) return null
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              aria-setsize={markets.length}
              aria-posinset={index + 1}
              data-index={index}
              className={styles.item}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              <MarketRow market={market} isFavourite={favourites.includes(market.symbol)} note={noteOf(market)} />
            </li>
          )
        })}
      </ul>
      {held && (
        <Suspense>
          <MarketSheet
            open={held.isOpen}
            market={held.market}
            isFavourite={favourites.includes(held.market.symbol)}
            onClose={() => setHeld({ ...held, isOpen: false })}
          />
        </Suspense>
      )}
    </>
  )
}

/** What a market is ordered by, where its row does not show that anyway. */
function useOrderNote(sort: SortKey): (market: ListedMarket) => string | undefined {
  const { t } = useLingui()
  if (sort === 'turnover') return ({ turnover, quote }) => (turnover === null ? missing : `${formatAmount(turnover, 0)} ${quote}`)
  if (sort !== 'range') return () => undefined
  return ({ range }) => {
    const share = range === null ? missing : formatShare(range.toFixed(8))
    return t`Range ${share}`
  }
}
