import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState } from 'react'
import { formatAmount, formatShare, missing } from '#i18n/number.ts'
import { MarketRow } from '#widgets/MarketRow.tsx'
import type { ListedMarket } from '#widgets/listedMarket.ts'
import styles from './Markets.module.css'
import type { SortKey } from './marketsSearch.ts'

const rowRem = 4
const rootPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

interface MarketListProps {
  markets: readonly ListedMarket[]
  favourites: readonly string[]
  sort: SortKey
}

/** Only the rows on the screen exist and subscribe, however many markets are listed. */
export function MarketList({ markets, favourites, sort }: MarketListProps) {
  const { t } = useLingui()
  const noteOf = useOrderNote(sort)
  const list = useRef<HTMLUListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => setScrollMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  // oxlint-disable-next-line react/incompatible-library -- its changing answers are wanted anew at every scroll.
  const virtual = useWindowVirtualizer({
    count: markets.length,
    estimateSize: () => rowRem * rootPx(),
    getItemKey: (index) => markets[index]?.symbol ?? index,
    overscan: 4,
    scrollMargin,
  })
  return (
    <ul ref={list} aria-label={t`Markets`} className={styles.list} style={{ height: virtual.getTotalSize() }}>
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
