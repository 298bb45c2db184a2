import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallReply } from '#contract/call.ts'
import type { levels } from '#contract/calls/levels.ts'
import { useDevicePreference } from '#device/preferences.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { DailyNetAssetsChart } from './DailyNetAssetsChart.tsx'
import { Text } from '#ui/Text.tsx'

/** The days that the averages are made of. */
export function DailyNetAssetsSection({
  history: { data, error, isFetching, refetch },
}: {
  history: UseQueryResult<CallReply<typeof levels.levelHistory>>
}) {
  const { t } = useLingui()
  const isHidden = useDevicePreference('hideBalance')
  return (
    <Section title={t`Net assets, day by day`}>
      {data ? (
        <Card>
          {data.days.length === 0 ? (
            <Text tone="quiet">
              <Trans>No day has been noted yet. The first is, at 00:00 (UTC+8), once there is money in your real book.</Trans>
            </Text>
          ) : isHidden ? (
            <Text tone="quiet">
              <Trans>Your balances are hidden.</Trans>
            </Text>
          ) : (
            <DailyNetAssetsChart days={data.days} />
          )}
        </Card>
      ) : error ? (
        <LoadErrorState title={t`The days could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={5} height={1.25} />
        </Card>
      )}
    </Section>
  )
}
