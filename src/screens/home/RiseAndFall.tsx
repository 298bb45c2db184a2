import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { path } from '#sitemap'
import { ChevronRight } from '#ui/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { RiseFallBar } from '#widgets/RiseFallBar.tsx'
import styles from './Home.module.css'
import { useAtWhileCutOff } from './useAtWhileCutOff.ts'

const refreshMs = 60_000

/** How many markets are up and down, as one bar; opens the distribution. */
export function RiseAndFall() {
  const asked = useQuery({ ...query(market.priceDistribution, {}), refetchInterval: refreshMs })
  const at = useAtWhileCutOff(asked)
  const { data, error } = asked
  if (error && !data) return null
  return (
    <Link to={path.priceDistribution} className={styles.balance}>
      <span className={styles.balanceTitle}>
        <Trans>Rise and fall, 24 hours</Trans>
        <span className={styles.sectionEnd}>
          <AgeChip at={at} />
          <ChevronRight />
        </span>
      </span>
      {data ? <RiseFallBar up={data.up} down={data.down} flat={data.flat} /> : <Skeleton height={1.75} />}
    </Link>
  )
}
