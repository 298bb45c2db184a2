import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { content } from '#contract/calls/content.ts'
import { useDevicePreference } from '#device/preferences.ts'
import { formatDate } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import type { ListedMarket } from '#widgets/market/listedMarket.ts'
import { useListedMarkets } from '#widgets/market/useListedMarkets.ts'
import styles from './SidePanel.module.css'

const CandleChart = lazy(() => import('#widgets/market/CandleChart.tsx').then((module) => ({ default: module.CandleChart })))

const notices = 4

/** Beside the column of a wide window (docs/rules/interface.md): the market that one is at, or the first favourite, and the newest notices. */
export default function SidePanel() {
  const { t } = useLingui()
  return (
    <aside className={styles['panel']} aria-label={t`Chart and notices`}>
      <Market />
      <AnnouncementList />
    </aside>
  )
}

function Market() {
  const { t } = useLingui()
  const { markets } = useListedMarkets()
  const market = useRequestedMarket(markets)
  if (!market) return <Skeleton height={22} />
  const { symbol, category, base, quote, name, places: decimals, price, riseRate } = market
  return (
    <section>
      <div className={styles['head']}>
        <h2>
          {base}/{quote}
        </h2>
        <span className={styles['price']}>
          <LivePriceTag symbol={symbol} places={decimals} fallback={price} />
          <LivePriceChange symbol={symbol} fallback={riseRate} />
        </span>
      </div>
      <div className={styles['plot']}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <CandleChart
            key={symbol}
            symbol={symbol}
            category={category}
            period="15m"
            priceScale={decimals}
            variant="candles"
            indicators={[]}
            label={t`${name}, bars of 15 minutes`}
          />
        </Suspense>
      </div>
      <Link to={path.chart} search={{ symbol }} className={styles['link']}>
        <Trans>Open the full chart</Trans>
      </Link>
    </section>
  )
}

/** The market in the address, else the first favourite, else the hottest. */
function useRequestedMarket(markets: readonly ListedMarket[] | undefined): ListedMarket | undefined {
  const requestedSymbol = useRouterState({ select: ({ location }) => (location.search as { symbol?: unknown }).symbol })
  const favourites = useDevicePreference('favourites')
  const findMarket = (symbol: unknown) => markets?.find((market) => market.symbol === symbol)
  return findMarket(requestedSymbol) ?? findMarket(favourites[0]) ?? markets?.toSorted((a, b) => a.hot - b.hot)[0]
}

function AnnouncementList() {
  const { code } = useLanguage()
  const { data } = useQuery(apiReadQuery(content.notices, { lang: code, pageSize: notices }))
  if (!data?.records.length) return null
  return (
    <section>
      <div className={styles['head']}>
        <h2>
          <Trans>Announcements</Trans>
        </h2>
      </div>
      <Card flush>
        {data.records.slice(0, notices).map(({ id, title, publishTime }) => (
          <RowLink key={id} to={path.announcements} search={{ id }} title={title} subtitle={formatDate(publishTime)} />
        ))}
      </Card>
    </section>
  )
}
