import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { type Candle, type MarketSymbol, market, type Period, periods } from '#contract/calls/market.ts'
import { toggleFavourite, usePreference } from '#device/preferences.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Star, StarFilled } from '#ui/icons.tsx'
import { Expand } from '#ui/moreIcons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { askedSymbol } from '#widgets/askedSymbol.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import type { Study } from '#widgets/CandleChart.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { CandleTable } from './CandleTable.tsx'
import styles from './Chart.module.css'
import { chartWords } from './chartWords.ts'
import { PriceHeader } from './PriceHeader.tsx'
import { StudyPicker } from './StudyPicker.tsx'
import { SymbolFacts } from './SymbolFacts.tsx'

const CandleChart = lazy(() => import('#widgets/CandleChart.tsx').then(({ CandleChart }) => ({ default: CandleChart })))

interface Search {
  symbol: string
  period: Period
}

export const Route = createFileRoute('/kline')({
  component: ChartScreen,
  validateSearch: (search: Partial<Search> & SearchSchemaInput): Search => ({
    symbol: askedSymbol(search.symbol),
    period: periods.find((period) => period === search.period) ?? '15m',
  }),
})

/** Bars from before the record began are made by the generator, and must not pass for recorded ones (product §3.3). */
function GeneratedNote({ candles }: { candles: readonly Candle[] | undefined }) {
  const newest = candles?.findLast((bar) => bar[6] === 'GEN')
  if (!newest) return null
  const until = formatTime(newest[0])
  return (
    <p className={styles.words}>
      <Chip tone="violet">
        <Trans>Generated history</Trans>
      </Chip>{' '}
      <Trans>Bars up to {until} come from our published generator, from before the price record began.</Trans>
    </p>
  )
}

const periodNames: Record<Period, string> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1h',
  '4h': '4h',
  '1d': '1D',
  '1w': '1W',
}

function ChartScreen() {
  const { t } = useLingui()
  const { symbol } = Route.useSearch()
  const symbols = useQuery(query(market.symbols, {}))
  const listed = symbols.data?.find((one) => one.symbol === symbol)
  return (
    <ScreenLayout
      title={listed ? `${listed.base}/${listed.quote}` : symbol}
      back
      actions={<FavouriteButton symbol={symbol} />}
      bottom={
        listed && (
          <ButtonLink to={path.contracts} search={{ symbol }} size="large" wide>
            <Trans>Trade</Trans>
          </ButtonLink>
        )
      }
    >
      {listed ? (
        <ListedChart listed={listed} asOf={madeAt(symbols.data, symbols.dataUpdatedAt)} />
      ) : symbols.isPending ? (
        <>
          <Skeleton lines={2} />
          <Skeleton height="22rem" />
          <Skeleton lines={3} />
        </>
      ) : symbols.error ? (
        <FailedRead title={t`The market could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
      ) : (
        <Empty
          text={t`We do not list ${symbol}.`}
          action={
            <ButtonLink to={path.markets} kind="secondary">
              <Trans>See all markets</Trans>
            </ButtonLink>
          }
        />
      )}
    </ScreenLayout>
  )
}

function FavouriteButton({ symbol }: { symbol: string }) {
  const { t } = useLingui()
  const isFavourite = usePreference('favourites').includes(symbol)
  return (
    <IconButton
      icon={isFavourite ? <StarFilled /> : <Star />}
      label={isFavourite ? t`Remove from favourites` : t`Add to favourites`}
      aria-pressed={isFavourite}
      onClick={() => toggleFavourite(symbol)}
    />
  )
}

function ListedChart({ listed, asOf }: { listed: MarketSymbol; asOf: number }) {
  const { t } = useLingui()
  const { symbol, period } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const [studies, setStudies] = useState<readonly Study[]>(['MA'])
  const [look, setLook] = useState<'candles' | 'line'>('candles')
  const [isWide, setIsWide] = useState(false)
  useEscape(isWide, () => setIsWide(false))
  const candles = useQuery(query(market.candles, { symbol, period, limit: 300 }))
  const words = chartWords(listed, candles.data)

  return (
    <>
      <PriceHeader listed={listed} asOf={asOf} />
      <Segments
        label={t`Bar length`}
        look="line"
        value={period}
        onChange={(next) => void navigate({ search: (now) => ({ ...now, period: next }), replace: true })}
        options={periods.map((value) => ({ value, label: periodNames[value] }))}
      />
      <div className={isWide ? styles.wide : styles.chart}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <CandleChart symbol={symbol} period={period} priceScale={listed.priceScale} look={look} studies={studies} label={words} />
        </Suspense>
        <span className={styles.expand}>
          <IconButton
            icon={<Expand />}
            label={isWide ? t`Leave the full screen` : t`Full screen`}
            onClick={() => setIsWide((now) => !now)}
          />
        </span>
      </div>
      <StudyPicker studies={studies} onStudies={setStudies} look={look} onLook={setLook} />
      <p className={styles.words}>{words}</p>
      <GeneratedNote candles={candles.data} />
      <CandleTable candles={candles.data} priceScale={listed.priceScale} />
      <SymbolFacts listed={listed} />
    </>
  )
}

/** Esc leaves what covers the screen, as it leaves a sheet. */
function useEscape(isOn: boolean, leave: () => void): void {
  const onEscape = useEffectEvent(leave)
  useEffect(() => {
    if (!isOn) return
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onEscape()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isOn])
}
