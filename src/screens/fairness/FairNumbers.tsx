import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import type { Reply } from '#contract/call.ts'
import { fairness } from '#contract/calls/fairness.ts'
import { formatDay } from '#i18n/date.ts'
import { statsText } from '#rules/signedNumbers.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Closes, Feed, Replayed, Retail, Support, Withdrawals } from './numbers.tsx'
import { SecondNumbers } from './SecondNumbers.tsx'
import { isSameNumbers } from './sameNumbers.ts'
import { SignedFile } from './SignedFile.tsx'
import styles from './fairness.module.css'

export const Route = createFileRoute('/fair-numbers')({ component: FairNumbers })

/** How people fare here, in numbers that were signed before anybody asked (product §3.9). */
function FairNumbers() {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(query(fairness.stats, {}))
  const isTooSoon = error instanceof ApiError && error.key === 'NOT_FOUND'
  return (
    <ScreenLayout title={t`How people fare here`} back={path.priceRecord}>
      {data ? (
        <Numbers signed={data} />
      ) : isTooSoon ? (
        <Empty text={t`The first numbers are worked out within a day of the start. There are none yet.`} />
      ) : error ? (
        <FailedRead title={t`The numbers did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={14} />
      )}
    </ScreenLayout>
  )
}

function Numbers({ signed }: { signed: Reply<typeof fairness.stats> }) {
  const { t } = useLingui()
  const { stats, text, ms } = signed
  const until = formatDay(stats.toMs)
  const from = formatDay(stats.fromMs)
  return (
    <div className={styles.screen}>
      <p className={styles.note}>
        <Trans>
          Worked out once a day from the ledger itself, and never changed afterwards. Unless something else is said: from {from} to {until}.
        </Trans>
      </p>
      <Section title={t`Accounts that lose`}>
        <Retail retail={stats.retail} />
      </Section>
      <Section title={t`Second contracts against the odds`}>
        <SecondNumbers seconds={stats.seconds} />
      </Section>
      <Section title={t`Why contracts were closed`}>
        <Closes closes={stats.closes} />
      </Section>
      <Section title={t`Withdrawals, last 30 days`}>
        <Withdrawals withdrawals={stats.withdrawals} />
      </Section>
      <Section title={t`Prices, last 30 days`}>
        <Feed feed={stats.feed} />
      </Section>
      <Section title={t`Everything computed again`}>
        <Replayed replay={stats.replay} />
      </Section>
      <Section title={t`Complaints and questions`}>
        <Support support={stats.support} />
      </Section>
      <Card flush>
        <RowLink to={path.fairReserves} title={t`Reserves`} subtitle={t`What we hold, and what it must be enough for`} />
        <RowLink to={path.fairTerms} title={t`Terms and their history`} subtitle={t`Every fee, rate and odds, and each change`} />
      </Card>
      {isSameNumbers(stats, text) ? (
        <SignedFile text={statsText(text, ms)} signed={signed} name={`fairlead-numbers-${stats.day}.json`} />
      ) : (
        <Card tone="warn">
          <p role="alert">
            <Trans>What is shown here is not what was signed. Please tell us.</Trans>
          </p>
        </Card>
      )}
    </div>
  )
}
