import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { type Candle, type MarketSymbol, market } from '#contract/calls/market.ts'
import { toggleFavourite, usePreference } from '#device/preferences.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Star, StarFilled } from '#ui/icons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useHanded } from '#widgets/useHanded.ts'
import { CandleTable } from './CandleTable.tsx'
import styles from './Chart.module.css'
import { ChartPicture } from './ChartPicture.tsx'
import { type ChartTab, chartSearch } from './chartSearch.ts'
import { useChartWords } from './useChartWords.ts'
import { DepthTab } from './DepthTab.tsx'
import { PriceHeader } from './PriceHeader.tsx'
import { SymbolFacts } from './SymbolFacts.tsx'
import { TradesTab } from './TradesTab.tsx'
import { useChartTrades } from './useChartTrades.ts'

export const Route = createFileRoute('/kline')({ component: ChartScreen, validateSearch: chartSearch })

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

function ChartScreen() {
  const { t } = useLingui()
  const { symbol } = Route.useSearch()
  const symbols = useQuery(query(market.symbols, {}))
  const listed = symbols.data?.find((one) => one.symbol === symbol)
  return (
    <ScreenLayout
      title={listed ? `${listed.base}/${listed.quote}` : symbol}
      back
      simulated={listed?.feedMode === 'SIM'}
      actions={<FavouriteButton symbol={symbol} />}
      bottom={listed && <Actions symbol={symbol} />}
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

function Actions({ symbol }: { symbol: string }) {
  const handed = useHanded()
  return (
    <div className={styles.actions}>
      {handed(
        <ButtonLink key="alert" to={path.alerts} search={{ symbol }} kind="secondary" size="large" wide>
          <Trans context="button: be told of a price">Alert</Trans>
        </ButtonLink>,
        <ButtonLink key="trade" to={path.contracts} search={{ mode: 'contract', symbol }} size="large" wide>
          <Trans>Trade</Trans>
        </ButtonLink>,
      )}
    </div>
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

const barsRead = 300

function ListedChart({ listed, asOf }: { listed: MarketSymbol; asOf: number }) {
  const { t } = useLingui()
  const { symbol, period, full = false } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const candles = useQuery(query(market.candles, { symbol, period, limit: barsRead }))
  const trades = useChartTrades(symbol)
  const words = useChartWords(listed, candles.data, trades.open.length)
  return (
    <>
      <PriceHeader listed={listed} asOf={asOf} />
      <ChartPicture
        listed={listed}
        period={period}
        onPeriod={(next) => void navigate({ search: (now) => ({ ...now, period: next }), replace: true, resetScroll: false })}
        isFull={full}
        onFull={() => void navigate({ search: (now) => ({ ...now, full: true as const }), resetScroll: false })}
        onEnd={() => void navigate({ search: ({ full: _, ...now }) => now, replace: true, resetScroll: false })}
        hasVolume={candles.data?.some((bar) => bar[5] !== null) ?? false}
        trades={trades}
        label={words}
        failure={
          candles.error &&
          !candles.data && (
            <FailedRead
              title={t`The market could not be read`}
              error={candles.error}
              busy={candles.isFetching}
              onRetry={() => void candles.refetch()}
            />
          )
        }
      />
      {/* That there are no bars is known only from an answer. */}
      {candles.data && <p className={styles.words}>{words}</p>}
      <GeneratedNote candles={candles.data} />
      <CandleTable candles={candles.data} listed={listed} open={trades.open} />
      <Below listed={listed} />
    </>
  )
}

function Below({ listed }: { listed: MarketSymbol }) {
  const { t } = useLingui()
  const { tab = listed.feedMode === 'LIVE' ? 'depth' : 'info' } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const names: Record<ChartTab, string> = {
    depth: t({ message: 'Depth', context: 'tab: the order book' }),
    trades: t({ message: 'Trades', context: 'tab: what was dealt' }),
    info: t({ message: 'Info', context: 'tab: about a market' }),
  }
  return (
    <>
      <Segments
        label={t`More about this market`}
        value={tab}
        onChange={(next) => void navigate({ search: (now) => ({ ...now, tab: next }), replace: true, resetScroll: false })}
        options={[
          { value: 'depth', label: names.depth },
          { value: 'trades', label: names.trades },
          { value: 'info', label: names.info },
        ]}
      />
      {tab === 'depth' && <DepthTab key={listed.symbol} listed={listed} />}
      {tab === 'trades' && <TradesTab key={listed.symbol} listed={listed} />}
      {tab === 'info' && <SymbolFacts listed={listed} />}
    </>
  )
}
