import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import type { CallReply } from '#contract/call.ts'
import { formatDateTime } from '#i18n/date.ts'
import { EmptyState } from '#ui/Empty.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { MarketBreadthBar } from '#widgets/market/MarketBreadthBar.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './PriceDistribution.module.css'

type Distribution = CallReply<typeof market.priceDistribution>
const categories = ['all', 'crypto', 'metal', 'forex'] as const
type Category = (typeof categories)[number]

export const Route = createFileRoute('/price-distribution')({
  component: PriceDistribution,
  validateSearch: (search: Record<string, unknown>): { category?: Category } => {
    const category = categories.find((one) => one === search['category'])
    return category ? { category } : {}
  },
})

const refreshMs = 30_000

/** How many markets rose and fell over 24 h, and by how much. */
function PriceDistribution() {
  const { t } = useLingui()
  const { category = 'all' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const categoryParam = category === 'all' ? {} : { category }
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...apiReadQuery(market.priceDistribution, categoryParam),
    refetchInterval: refreshMs,
  })
  const names: Record<Category, string> = { all: t`All`, crypto: t`Crypto`, metal: t`Metals`, forex: t`Forex` }
  return (
    <ScreenLayout title={t`Rise and fall`} back pricesAt={data && dataAsOf(data, dataUpdatedAt)}>
      <SegmentedControl
        label={t`Category`}
        value={category}
        onChange={(next) => void navigate({ search: { category: next }, replace: true })}
        options={categories.map((value) => ({ value, label: names[value] }))}
      />
      {data ? (
        <DistributionFigure distribution={data} />
      ) : error ? (
        <LoadErrorState title={t`The distribution did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Stack gap={4}>
          <Skeleton height={1.5} />
          <Skeleton height={14} />
        </Stack>
      )}
    </ScreenLayout>
  )
}

function DistributionFigure({ distribution }: { distribution: Distribution }) {
  const { up, down, flat, buckets, asOf } = distribution
  const total = up + down + flat
  if (total === 0) return <EmptyState text={<Trans>No market of this kind has a price yet.</Trans>} />
  const maxCount = Math.max(1, ...buckets.map(({ count }) => count))
  return (
    <>
      <p className={styles.summary}>
        <Plural value={total} one="# market over 24 hours" other="# markets over 24 hours" />
      </p>
      <MarketBreadthBar up={up} down={down} flat={flat} />
      <Stack as="figure" gap={3}>
        {/* A table for those who listen, columns for those who look. */}
        <table className={styles.table}>
          <caption className="visuallyHidden">
            <Trans>Number of markets by their change over 24 hours</Trans>
          </caption>
          <thead className="visuallyHidden">
            <tr>
              <th scope="col">
                <Trans context="price">Change</Trans>
              </th>
              <th scope="col">
                <Trans>Markets</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {buckets.toReversed().map(({ from, to, count }) => (
              <tr key={from} className={styles.bucket}>
                <th scope="row" className={styles.range}>
                  <Range from={from} to={to} />
                </th>
                <td className={styles.bar}>
                  <span
                    className={styles.fill}
                    data-direction={from >= 0 ? 'rise' : 'fall'}
                    style={{ width: `${(count / maxCount) * 100}%` }}
                  />
                  <span className={styles.count}>{count}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Text as="figcaption" tone="quiet">
          <Trans>As of {formatDateTime(asOf)}. A change is counted from the lower edge on.</Trans>
        </Text>
      </Stack>
    </>
  )
}

const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : '0')

function Range({ from, to }: { from: number; to: number }) {
  // The outermost edges only close the scale: nobody reads "from minus a hundred".
  if (from <= -100) return <Trans>below {signed(to)}%</Trans>
  if (to >= 100) return <Trans>from {signed(from)}%</Trans>
  return (
    <Trans>
      {signed(from)} to {signed(to)}%
    </Trans>
  )
}
