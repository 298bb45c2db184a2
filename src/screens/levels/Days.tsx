import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Reply } from '#contract/call.ts'
import type { levels } from '#contract/calls/levels.ts'
import { usePreference } from '#device/preferences.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { AssetDays } from './AssetDays.tsx'
import styles from './Levels.module.css'

/** The days that the averages are made of. */
export function Days({ history: { data, error, isFetching, refetch } }: { history: UseQueryResult<Reply<typeof levels.levelHistory>> }) {
  const { t } = useLingui()
  const isHidden = usePreference('hideBalance')
  return (
    <Section title={t`Net assets, day by day`}>
      {data ? (
        <Card>
          {data.days.length === 0 ? (
            <p className={styles.quiet}>
              <Trans>No day has been noted yet. The first is, at 00:00 (UTC+8), once there is money in your real book.</Trans>
            </p>
          ) : isHidden ? (
            <p className={styles.quiet}>
              <Trans>Your balances are hidden.</Trans>
            </p>
          ) : (
            <AssetDays days={data.days} />
          )}
        </Card>
      ) : error ? (
        <FailedRead title={t`The days could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={5} height={1.25} />
        </Card>
      )}
    </Section>
  )
}
