import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { priceRecordAlarmStore } from '#api/priceRecord/alarm.ts'
import { resetPriceRecordWitness } from '#api/priceRecord/record.ts'
import { apiReadQuery } from '#api/query.ts'
import { toDeviceTime } from '#api/serverClock.ts'
import type { CallReply } from '#contract/call.ts'
import { fairness } from '#contract/calls/fairness.ts'
import { useStore } from '#device/store.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { LedgerCheckStatus } from './LedgerCheckStatus.tsx'
import { useStoredSignedHead } from './useSeenHead.ts'
import styles from './fairness.module.css'

export const Route = createFileRoute('/fair')({ component: PriceRecord })

const refreshMs = 60_000
type Head = CallReply<typeof fairness.recordHead>

/** How prices are checked: what is signed today, and the ways to look for oneself. */
function PriceRecord() {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery({ ...apiReadQuery(fairness.recordHead, {}), refetchInterval: refreshMs })
  const storedHead = useStoredSignedHead(error !== null)
  const head = data ?? storedHead
  return (
    <ScreenLayout title={t`How prices are checked`} back chips={head && error ? <DataAgeChip at={toDeviceTime(head.ms)} /> : undefined}>
      <StoredTamperReport />
      <Section title={t`In numbers`}>
        <Card flush>
          <RowLink
            to={path.fairNumbers}
            title={t`How people fare here`}
            subtitle={t`Who loses, who waits, what is refused: signed daily`}
          />
          <RowLink to={path.fairReserves} title={t`Reserves`} subtitle={t`What we hold, and what it must be enough for`} />
          <RowLink to={path.fairTerms} title={t`Terms and their history`} subtitle={t`Every fee, rate and odds, and each change`} />
        </Card>
      </Section>
      <ol className={styles.steps}>
        <li>
          <Trans>Each second, every market's price becomes one line of the record.</Trans>
        </li>
        <li>
          <Trans>
            All lines of a day form one list with one fingerprint, signed every minute. Changing one digit changes the fingerprint.
          </Trans>
        </li>
        <li>
          <Trans>Your device keeps the fingerprints it saw and compares. Nobody can change the past without it being noticed.</Trans>
        </li>
      </ol>
      <Section title={t`The day's list`}>
        {head ? (
          <SignedList head={head} commits={data?.simCommit} />
        ) : error ? (
          <LoadErrorState title={t`The day's list did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={14} />
        )}
      </Section>
      <Section title={t`The ledger`}>
        <LedgerCheckStatus />
      </Section>
      <Section title={t`Check it yourself`}>
        <Card flush>
          <RowLink to={path.verify} title={t`Verify a price`} subtitle={t`Any market, any second of the last 30 days`} />
          <RowLink
            to={path.article}
            search={{ id: 'verify-a-price' }}
            title={t`Step by step`}
            subtitle={t`Also with a script of 80 lines, without this app`}
          />
        </Card>
      </Section>
    </ScreenLayout>
  )
}

function SignedList({ head, commits }: { head: Omit<Head, 'simCommit'>; commits: Head['simCommit'] | undefined }) {
  const { t } = useLingui()
  const count = formatAmount(String(head.treeSize), 0)
  const signedAt = formatDateTime(head.ms)
  return (
    <Card className={styles.values}>
      <p>
        <Trans>
          {head.day}: {count} records, signed {signedAt}
        </Trans>
      </p>
      <CopyableValue small label={t`Fingerprint of the list`} value={head.root} />
      <CopyableValue small label={t`Signed with the key`} value={head.kid} />
      {commits?.today && <CopyableValue small label={t`Today's simulated prices are bound to`} value={commits.today} />}
      {commits?.tomorrow && <CopyableValue small label={t`Tomorrow's are bound to`} value={commits.tomorrow} />}
    </Card>
  )
}

/** After the alarm: the way on, once the report is kept. */
function StoredTamperReport() {
  const evidence = useStore(priceRecordAlarmStore)
  if (!evidence) return null
  const foundAt = formatDateTime(evidence.at)
  return (
    <Card tone="warn" className={styles.values}>
      <p>
        <Trans>
          On {foundAt} the record no longer agreed with what this device had seen. Show the report to somebody who can judge it.
        </Trans>
      </p>
      <Button kind="secondary" onClick={() => void resetPriceRecordWitness()}>
        <Trans>I kept the report. Begin anew</Trans>
      </Button>
    </Card>
  )
}
