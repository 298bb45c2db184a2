import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useDevicePreference } from '#device/preferences.ts'
import { addRecentSearch } from '#device/recentSearches.ts'
import { withWords } from '#i18n/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { FairleadDrawing } from '#ui/icons/moreDrawings.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon } from '#ui/icons/listIcons.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { hasTurnover } from '#widgets/market/listedMarket.ts'
import { MarketRowsSkeleton } from '#widgets/market/MarketRowsSkeleton.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useListedMarkets } from '#widgets/market/useListedMarkets.ts'
import { useDebouncedSearchText } from '#widgets/form/useTypedSearch.ts'
import { MarketList } from './MarketList.tsx'
import styles from './Markets.module.css'
import { filterAndSortMarkets } from './filterAndSortMarkets.ts'
import {
  type MarketListCategory,
  marketListCategories,
  type MarketsSearchParams,
  readMarketsSearchParams,
  type MarketSortKey,
} from './marketsSearch.ts'

// Only whoever searches sees them.
const RecentSearches = lazy(() =>
  withWords('markets.more', () => import('./RecentSearches.tsx')).then((module) => ({ default: module.RecentSearches })),
)

export const Route = createFileRoute('/hangqing')({
  component: Markets,
  validateSearch: readMarketsSearchParams,
})

/** Every market: category, search and order in the address; 64 px rows that live by their own price. */
function Markets() {
  const { t } = useLingui()
  const { category = 'all', sort = 'hot', down = true, keyword: requestedKeyword } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: Partial<MarketsSearchParams>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const [keyword, setKeyword, writeKeywordNow] = useDebouncedSearchText(requestedKeyword ?? '', (typed) => change({ keyword: typed }))
  const favourites = useDevicePreference('favourites')
  const { markets, asOf, isSimulated, error, isFetching, retry } = useListedMarkets()
  const filteredMarkets = useMemo(
    () => markets && filterAndSortMarkets(markets, favourites, { category, sort, down, keyword }),
    [markets, favourites, category, sort, down, keyword],
  )
  const endSearch = () => {
    setKeyword('')
    change({ keyword: undefined })
  }
  const names: Record<MarketListCategory, string> = {
    favourites: t`Favourites`,
    all: t`All`,
    crypto: t`Crypto`,
    metal: t`Metals`,
    forex: t`Forex`,
  }
  const isSearching = requestedKeyword !== undefined
  // What led somewhere is offered next time.
  const storeSearch = () => {
    if (keyword && filteredMarkets && filteredMarkets.length > 0) addRecentSearch(keyword)
    writeKeywordNow()
  }
  return (
    <ScreenLayout
      title={t`Markets`}
      simulated={isSimulated}
      pricesAt={asOf}
      flush
      actions={!isSearching && <IconButton icon={<SearchIcon />} label={t`Search markets`} onClick={() => change({ keyword: '' })} />}
    >
      {!isSearching && (
        <p className={styles.promise}>
          <Trans>Every price recorded, every cost shown before you confirm.</Trans>
        </p>
      )}
      <div className={styles.board}>
        <div className={styles.controls}>
          {isSearching && <SearchLine keyword={keyword} onChange={setKeyword} onDone={storeSearch} onEnd={endSearch} />}
          <SegmentedControl
            label={t`Category`}
            look="line"
            className={styles.categories}
            value={category}
            onChange={(next) => change({ category: next })}
            options={marketListCategories.map((value) => ({ value, label: names[value] }))}
          />
          <SortLine sort={sort} down={down} hasTurnovers={markets?.some(hasTurnover) ?? false} onSort={change} />
        </div>
        {filteredMarkets === undefined && !error && <MarketRowsSkeleton count={9} />}
        {error && <LoadErrorState title={t`The list of markets did not load`} error={error} onRetry={retry} busy={isFetching} />}
        {filteredMarkets && filteredMarkets.length > 0 && (
          <MarketList markets={filteredMarkets} favourites={favourites} sort={sort} onOpen={storeSearch} />
        )}
        {filteredMarkets?.length === 0 && <NoMarket keyword={keyword} category={category} onAll={() => change({ category: 'all' })} />}
      </div>
    </ScreenLayout>
  )
}

interface SearchLineProps {
  keyword: string
  onChange: (text: string) => void
  /** Nothing more is typed; the list is what was wanted. */
  onDone: () => void
  onEnd: () => void
}

function SearchLine({ keyword, onChange, onDone, onEnd }: SearchLineProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const type = () => input.current?.focus()
  useEffect(type, [])
  return (
    <search>
      <div className={styles.search}>
        <SearchIcon className={styles.glass} />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          aria-label={t`Search markets`}
          placeholder={t`BTC, gold, EUR/USD…`}
          value={keyword}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            // Both keys first belong to a word that is being put together.
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Escape') onEnd()
            if (event.key === 'Enter') {
              onDone()
              input.current?.blur()
            }
          }}
        />
        <IconButton icon={<CloseIcon />} label={t`End search`} onClick={onEnd} />
      </div>
      {keyword === '' && (
        <Suspense>
          <RecentSearches
            onChoose={(text) => {
              onChange(text)
              type()
            }}
            onCleared={type}
          />
        </Suspense>
      )}
    </search>
  )
}

const initiallyDown = (key: MarketSortKey): boolean => key !== 'name'

interface SortLineProps {
  sort: MarketSortKey
  down: boolean
  /** Simulated markets have none: then it is no order to choose. */
  hasTurnovers: boolean
  onSort(next: { sort: MarketSortKey; down: boolean }): void
}

/** Column headings that order the list; a third press gives the house's own order back. */
function SortLine({ sort, down, hasTurnovers, onSort }: SortLineProps) {
  const { t } = useLingui()
  const press = (key: MarketSortKey) => {
    if (sort !== key) onSort({ sort: key, down: initiallyDown(key) })
    else if (down === initiallyDown(key)) onSort({ sort: key, down: !down })
    else onSort({ sort: 'hot', down: true })
  }
  const heading = (key: MarketSortKey, name: string) => {
    const isOn = sort === key
    const order = isOn ? (down ? t`largest first` : t`smallest first`) : ''
    return (
      <button type="button" className={styles.heading} aria-pressed={isOn} onClick={() => press(key)}>
        {name}
        {isOn && (down ? <ArrowDownIcon /> : <ArrowUpIcon />)}
        {order && <span className="visuallyHidden">{order}</span>}
      </button>
    )
  }
  return (
    <fieldset className={styles.sort} aria-label={t({ message: 'Order', context: 'sorting a list' })}>
      {heading('name', t`Name`)}
      <span className={styles.right}>
        {hasTurnovers && heading('turnover', t`24 h turnover`)}
        {heading('range', t`24 h range`)}
        {heading('price', t`Price`)}
        {heading('change', t`24 h change`)}
      </span>
    </fieldset>
  )
}

/** Nothing matches, or nothing is marked yet. */
function NoMarket({ keyword, category, onAll }: { keyword: string; category: MarketListCategory; onAll(): void }) {
  return keyword ? (
    <EmptyState
      text={<Trans>No market matches “{keyword}” here.</Trans>}
      action={
        category !== 'all' && (
          <Button kind="secondary" onClick={onAll}>
            <Trans>Search all markets</Trans>
          </Button>
        )
      }
    />
  ) : (
    <EmptyState
      drawing={<FairleadDrawing />}
      text={<Trans>Markets that you mark with a star are kept here, in your order.</Trans>}
      action={
        <Button kind="secondary" onClick={onAll}>
          <Trans>Choose from all markets</Trans>
        </Button>
      }
    />
  )
}
