import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { usePreference } from '#device/preferences.ts'
import { rememberSearch } from '#device/recentSearches.ts'
import { Button } from '#ui/Button.tsx'
import { Fairlead } from '#ui/moreDrawings.tsx'
import { Empty } from '#ui/Empty.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Search } from '#ui/icons.tsx'
import { ArrowDown, ArrowUp, Close } from '#ui/moreIcons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { hasTurnover } from '#widgets/listedMarket.ts'
import { MarketRowsSkeleton } from '#widgets/MarketRowsSkeleton.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useListedMarkets } from '#widgets/useListedMarkets.ts'
import { useTypedSearch } from '#widgets/useTypedSearch.ts'
import { MarketList } from './MarketList.tsx'
import styles from './Markets.module.css'
import { arrange } from './marketOrder.ts'
import { RecentSearches } from './RecentSearches.tsx'
import { type Category, categories, type MarketsSearch, readMarketsSearch, type SortKey } from './marketsSearch.ts'

export const Route = createFileRoute('/hangqing')({
  component: Markets,
  validateSearch: readMarketsSearch,
})

/** Every market: category, search and order in the address; 64 px rows that live by their own price (product §4.2 row 2). */
function Markets() {
  const { t } = useLingui()
  const { category = 'all', sort = 'hot', down = true, keyword: asked } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: Partial<MarketsSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const [keyword, setKeyword, keepKeyword] = useTypedSearch(asked ?? '', (typed) => change({ keyword: typed }))
  const favourites = usePreference('favourites')
  const { markets, asOf, isSimulated, error, isFetching, retry } = useListedMarkets()
  const shown = useMemo(
    () => markets && arrange(markets, favourites, { category, sort, down, keyword }),
    [markets, favourites, category, sort, down, keyword],
  )
  const endSearch = () => {
    setKeyword('')
    change({ keyword: undefined })
  }
  const names: Record<Category, string> = { favourites: t`Favourites`, all: t`All`, crypto: t`Crypto`, metal: t`Metals`, forex: t`Forex` }
  const isSearching = asked !== undefined
  // What led somewhere is offered next time.
  const remember = () => {
    if (keyword && shown && shown.length > 0) rememberSearch(keyword)
    keepKeyword()
  }
  return (
    <ScreenLayout
      title={t`Markets`}
      simulated={isSimulated}
      pricesAt={asOf}
      flush
      actions={!isSearching && <IconButton icon={<Search />} label={t`Search markets`} onClick={() => change({ keyword: '' })} />}
    >
      <div className={styles.board}>
        <div className={styles.controls}>
          {isSearching && <SearchLine keyword={keyword} onChange={setKeyword} onDone={remember} onEnd={endSearch} />}
          <Segments
            label={t`Category`}
            look="line"
            className={styles.categories}
            value={category}
            onChange={(next) => change({ category: next })}
            options={categories.map((value) => ({ value, label: names[value] }))}
          />
          <SortLine sort={sort} down={down} hasTurnovers={markets?.some(hasTurnover) ?? false} onSort={change} />
        </div>
        {shown === undefined && !error && <MarketRowsSkeleton count={9} />}
        {error && <FailedRead title={t`The list of markets did not load`} error={error} onRetry={retry} busy={isFetching} />}
        {shown && shown.length > 0 && <MarketList markets={shown} favourites={favourites} sort={sort} onOpen={remember} />}
        {shown?.length === 0 &&
          (keyword ? (
            <Empty
              text={<Trans>No market matches “{keyword}” here.</Trans>}
              action={
                category !== 'all' && (
                  <Button kind="secondary" onClick={() => change({ category: 'all' })}>
                    <Trans>Search all markets</Trans>
                  </Button>
                )
              }
            />
          ) : (
            <Empty
              drawing={<Fairlead />}
              text={<Trans>Markets that you mark with a star are kept here, in your order.</Trans>}
              action={
                <Button kind="secondary" onClick={() => change({ category: 'all' })}>
                  <Trans>Choose from all markets</Trans>
                </Button>
              }
            />
          ))}
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
        <Search className={styles.glass} />
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
        <IconButton icon={<Close />} label={t`End search`} onClick={onEnd} />
      </div>
      {keyword === '' && (
        <RecentSearches
          onChoose={(text) => {
            onChange(text)
            type()
          }}
          onCleared={type}
        />
      )}
    </search>
  )
}

const initiallyDown = (key: SortKey): boolean => key !== 'name'

interface SortLineProps {
  sort: SortKey
  down: boolean
  /** Simulated markets have none: then it is no order to choose. */
  hasTurnovers: boolean
  onSort(next: { sort: SortKey; down: boolean }): void
}

/** Column headings that order the list; a third press gives the house's own order back. */
function SortLine({ sort, down, hasTurnovers, onSort }: SortLineProps) {
  const { t } = useLingui()
  const press = (key: SortKey) => {
    if (sort !== key) onSort({ sort: key, down: initiallyDown(key) })
    else if (down === initiallyDown(key)) onSort({ sort: key, down: !down })
    else onSort({ sort: 'hot', down: true })
  }
  const heading = (key: SortKey, name: string) => {
    const isOn = sort === key
    const order = isOn ? (down ? t`largest first` : t`smallest first`) : ''
    return (
      <button type="button" className={styles.heading} aria-pressed={isOn} onClick={() => press(key)}>
        {name}
        {isOn && (down ? <ArrowDown /> : <ArrowUp />)}
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
