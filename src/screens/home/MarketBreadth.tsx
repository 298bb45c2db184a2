import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { market } from '#contract/calls/market.ts'
import { volatilityMultipleAt, marketActivityForVolatility } from '#rules/marketPace.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { path } from '#sitemap'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import type { ListedMarket } from '#widgets/market/listedMarket.ts'
import { marketClosedText, marketActivityText } from '#widgets/market/paceWords.ts'
import { MarketBreadthBar } from '#widgets/market/MarketBreadthBar.tsx'
import type { useListedMarkets } from '#widgets/market/useListedMarkets.ts'
import styles from './Home.module.css'
import { useOfflineDataTime } from './useOfflineAsOf.ts'

/** How many markets are up and down, as one bar, counted of the list that home has anyway; opens the distribution. */
export function MarketBreadth({ listed: { markets, asOf, error } }: { listed: ReturnType<typeof useListedMarkets> }) {
  const at = useOfflineDataTime({ data: asOf, dataUpdatedAt: asOf ?? 0 })
  if (error) return null
  const signs = markets?.flatMap(({ riseRate }) => (riseRate === null ? [] : Math.sign(decimalToPlotNumber(riseRate))))
  const count = (sign: number) => signs?.filter((one) => one === sign).length ?? 0
  return (
    <Link to={path.priceDistribution} className={styles.balance}>
      <span className={styles.balanceTitle}>
        <Trans>Rise and fall, 24 hours</Trans>
        <span className={styles.sectionEnd}>
          <DataAgeChip at={at} />
          <ChevronRightIcon />
        </span>
      </span>
      {signs ? <MarketBreadthBar up={count(1)} down={count(-1)} flat={count(0)} /> : <Skeleton height={1.75} />}
      <Mood markets={markets} />
    </Link>
  )
}

const paceFreshMs = 300_000

/** How fast crypto is, and what is closed, from what is published. Its line is there at once: nothing moves when it comes. */
function Mood({ markets }: { markets: readonly ListedMarket[] | undefined }) {
  const { data } = useQuery({ ...apiReadQuery(market.paces, {}), staleTime: paceFreshMs })
  const now = serverNow()
  const pace = volatilityMultipleAt(
    data?.find(({ category }) => category === 'crypto'),
    now,
  )
  const words = pace === undefined ? undefined : marketActivityText(marketActivityForVolatility(pace), now)
  const closed = markets?.find(({ opensAt }) => opensAt !== undefined)
  return (
    <span className={styles.mood}>
      {words && <Trans>Crypto: {words}</Trans>}
      {words && closed && ' · '}
      {closed && marketClosedText(closed.category === 'forex' ? closed.symbol : closed.name, closed.opensAt, now)}
    </span>
  )
}
