import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { query } from '#api/query.ts'
import { content } from '#contract/calls/content.ts'
import { usePreference } from '#device/preferences.ts'
import { formatDay } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LiveChange } from '#widgets/LiveChange.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import type { ListedMarket } from '#widgets/listedMarket.ts'
import { useListedMarkets } from '#widgets/useListedMarkets.ts'
import styles from './SidePanel.module.css'

const CandleChart = lazy(() => import('#widgets/CandleChart.tsx').then((module) => ({ default: module.CandleChart })))

const notices = 4

/** Beside the column of a wide window (product §4.2): the market that one is at, or the first favourite, and the newest notices. */
export default function SidePanel() {
  const { t } = useLingui()
  return (
    <aside className={styles['panel']} aria-label={t`Chart and notices`}>
      <Market />
      <Notices />
    </aside>
  )
}

function Market() {
  const { t } = useLingui()
  const { markets } = useListedMarkets()
  const market = useMarketAt(markets)
  if (!market) return <Skeleton height={22} />
  const { symbol, base, quote, name, places, price, riseRate } = market
  return (
    <section>
      <div className={styles['head']}>
        <h2>
          {base}/{quote}
        </h2>
        <span className={styles['price']}>
          <PriceTag symbol={symbol} places={places} fallback={price} />
          <LiveChange symbol={symbol} fallback={riseRate} />
        </span>
      </div>
      <div className={styles['plot']}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <CandleChart
            key={symbol}
            symbol={symbol}
            period="15m"
            priceScale={places}
            look="candles"
            studies={[]}
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
function useMarketAt(markets: readonly ListedMarket[] | undefined): ListedMarket | undefined {
  const asked = useRouterState({ select: ({ location }) => (location.search as { symbol?: unknown }).symbol })
  const favourites = usePreference('favourites')
  const of = (symbol: unknown) => markets?.find((market) => market.symbol === symbol)
  return of(asked) ?? of(favourites[0]) ?? markets?.toSorted((a, b) => a.hot - b.hot)[0]
}

function Notices() {
  const { code } = useLanguage()
  const { data } = useQuery(query(content.notices, { lang: code, pageSize: notices }))
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
          <RowLink key={id} to={path.announcements} search={{ id }} title={title} subtitle={formatDay(publishTime)} />
        ))}
      </Card>
    </section>
  )
}
