import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import type { Reply } from '#contract/call.ts'
import { formatTime } from '#i18n/date.ts'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RiseFallBar } from '#widgets/RiseFallBar.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './PriceDistribution.module.css'

type Distribution = Reply<typeof market.priceDistribution>
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
  const asked = category === 'all' ? {} : { category }
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...query(market.priceDistribution, asked),
    refetchInterval: refreshMs,
  })
  const names: Record<Category, string> = { all: t`All`, crypto: t`Crypto`, metal: t`Metals`, forex: t`Forex` }
  return (
    <ScreenLayout title={t`Rise and fall`} back pricesAt={data && madeAt(data, dataUpdatedAt)}>
      <Segments
        label={t`Category`}
        value={category}
        onChange={(next) => void navigate({ search: { category: next }, replace: true })}
        options={categories.map((value) => ({ value, label: names[value] }))}
      />
      {data ? (
        <DistributionFigure distribution={data} />
      ) : error ? (
        <FailedRead title={t`The distribution did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <div className={styles.waiting}>
          <Skeleton height={1.5} />
          <Skeleton height={14} />
        </div>
      )}
    </ScreenLayout>
  )
}

function DistributionFigure({ distribution }: { distribution: Distribution }) {
  const { up, down, flat, buckets, asOf } = distribution
  const total = up + down + flat
  if (total === 0) return <Empty text={<Trans>No market of this kind has a price yet.</Trans>} />
  const most = Math.max(1, ...buckets.map(({ count }) => count))
  return (
    <>
      <p className={styles.summary}>
        <Plural value={total} one="# market over 24 hours" other="# markets over 24 hours" />
      </p>
      <RiseFallBar up={up} down={down} flat={flat} />
      <figure className={styles.figure}>
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
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                  <span className={styles.count}>{count}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <figcaption className={styles.caption}>
          <Trans>As of {formatTime(asOf)}. A change is counted from the lower edge on.</Trans>
        </figcaption>
      </figure>
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
