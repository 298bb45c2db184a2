import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { onUserStreamEvent } from '#api/stream/personStream.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type Deposit, deposits } from '#contract/calls/deposits.ts'
import { limits } from '#contract/calls/limits.ts'
import { depositStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Section } from '#ui/Section.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { useSandboxReviewerText } from '#widgets/money/useSandboxReviewerWords.ts'
import { useDepositMethodName } from '#widgets/money/useWayName.ts'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Deposit.module.css'
import { useDepositStatusTexts } from './useDepositWords.ts'

const shownCount = 5

/** The newest deposits; those that are being confirmed move as their blocks come. */
export function RecentDeposits() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(deposits.deposits, { pageSize: shownCount }))
  const isOffline = useStreamConnectionState() === 'offline'
  useEffect(
    () =>
      onUserStreamEvent(({ t: kind }) => {
        if (kind !== 'deposit' && kind !== 'missed') return
        // What came in counts against the person's own limits, too.
        for (const { path } of [deposits.deposits, limits.mine]) void client.invalidateQueries({ queryKey: [path] })
      }),
    [client],
  )
  if (!data)
    return (
      error && <LoadErrorState title={t`Your deposits could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
    )
  if (data.records.length === 0) return null
  return (
    <Section title={t`Your deposits`} action={<DataAgeChip at={error || isOffline ? dataAsOf(data, dataUpdatedAt) : undefined} />}>
      <Card flush>
        <ul className={styles.list} aria-live="polite">
          {data.records.map((deposit) => (
            <li key={deposit.id} className={styles.deposit}>
              <DepositLine deposit={deposit} />
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function DepositLine({ deposit }: { deposit: Deposit }) {
  const { t } = useLingui()
  const { stateOf, reasonOf } = useDepositStatusTexts()
  const decider = useSandboxReviewerText()
  const wayName = useDepositMethodName()
  const {
    money,
    currency,
    chainType,
    confirmations,
    needConfirmations,
    status,
    source,
    simulated,
    belowMin,
    reviewBy,
    isLate,
    createTime,
  } = deposit
  const isConfirming = status === depositStatus.underReview && source === 'chain' && !belowMin
  const until = reviewBy && formatDateTime(reviewBy)
  const reason = reasonOf(deposit)
  return (
    <>
      <Row wrap align="center" justify="between" gap={3} rowGap={1}>
        <span className={styles.money}>
          {formatFullAmount(money)} {currency}
        </span>
        <Text as="span" weight="medium" tone="muted" className={styles.state} data-status={status}>
          {stateOf(deposit)}
        </Text>
      </Row>
      <Text as="span" tone="quiet">
        {wayName(chainType)}
      </Text>
      <Row wrap align="center" justify="between" gap={3} rowGap={1}>
        <Text as="span" tone="quiet">
          {formatDateTime(createTime)}
        </Text>
        {simulated && (
          <Chip tone="violet">
            <Trans>Simulated</Trans>
          </Chip>
        )}
      </Row>
      {isConfirming && (
        <>
          <ProgressBar label={t`Confirmations`} value={confirmations / needConfirmations} />
          <Text as="span" tone="quiet">
            <Trans>
              {confirmations} of {needConfirmations} confirmations
            </Trans>
          </Text>
        </>
      )}
      {until && (
        <Text as="span" tone="quiet">
          {isLate ? <Trans>Late: passed on to somebody else</Trans> : (decider?.sentence ?? <Trans>An answer comes by {until}</Trans>)}
        </Text>
      )}
      {reason && (
        <Text as="span" tone="quiet">
          {reason}
        </Text>
      )}
    </>
  )
}
