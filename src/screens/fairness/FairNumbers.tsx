import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import type { CallReply } from '#contract/call.ts'
import { fairness } from '#contract/calls/fairness.ts'
import { formatDate } from '#i18n/date.ts'
import { fairStatsSigningText } from '#rules/signedNumbers.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { CloseReasonStats, FeedStats, SettlementReplayStats, RetailLossStats, SupportStats, WithdrawalStats } from './fairStats.tsx'
import { SecondContractStats } from './SecondContractStats.tsx'
import { matchesSignedNumbers } from './sameNumbers.ts'
import { SignedFileVerification } from './SignedFileVerification.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './fairness.module.css'

export const Route = createFileRoute('/fair-numbers')({ component: FairNumbers })

/** How people fare here, in numbers that were signed before anybody asked (docs/rules/fair-dealing.md). */
function FairNumbers() {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(apiReadQuery(fairness.stats, {}))
  const isTooSoon = error instanceof ApiError && error.key === 'NOT_FOUND'
  return (
    <ScreenLayout title={t`How people fare here`} back={path.priceRecord}>
      {data ? (
        <Numbers signed={data} />
      ) : isTooSoon ? (
        <EmptyState text={t`The first numbers are worked out within a day of the start. There are none yet.`} />
      ) : error ? (
        <LoadErrorState title={t`The numbers did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={14} />
      )}
    </ScreenLayout>
  )
}

function Numbers({ signed }: { signed: CallReply<typeof fairness.stats> }) {
  const { t } = useLingui()
  const { stats, text, ms } = signed
  const until = formatDate(stats.toMs)
  const from = formatDate(stats.fromMs)
  return (
    <Stack gap={5}>
      <p className={styles.note}>
        <Trans>
          Worked out once a day from the ledger itself, and never changed afterwards. Unless something else is said: from {from} to {until}.
        </Trans>
      </p>
      <Section title={t`Accounts that lose`}>
        <RetailLossStats retail={stats.retail} />
      </Section>
      <Section title={t`Second contracts against the odds`}>
        <SecondContractStats seconds={stats.seconds} />
      </Section>
      <Section title={t`Why contracts were closed`}>
        <CloseReasonStats closes={stats.closes} />
      </Section>
      <Section title={t`Withdrawals, last 30 days`}>
        <WithdrawalStats withdrawals={stats.withdrawals} />
      </Section>
      <Section title={t`Prices, last 30 days`}>
        <FeedStats feed={stats.feed} />
      </Section>
      <Section title={t`Everything computed again`}>
        <SettlementReplayStats replay={stats.replay} />
      </Section>
      <Section title={t`Complaints and questions`}>
        <SupportStats support={stats.support} />
      </Section>
      <Card flush>
        <RowLink to={path.fairReserves} title={t`Reserves`} subtitle={t`What we hold, and what it must be enough for`} />
        <RowLink to={path.fairTerms} title={t`Terms and their history`} subtitle={t`Every fee, rate and odds, and each change`} />
      </Card>
      {matchesSignedNumbers(stats, text) ? (
        <SignedFileVerification text={fairStatsSigningText(text, ms)} signed={signed} name={`fairlead-numbers-${stats.day}.json`} />
      ) : (
        <Card tone="warn">
          <p role="alert">
            <Trans>What is shown here is not what was signed. Please tell us.</Trans>
          </p>
        </Card>
      )}
    </Stack>
  )
}
