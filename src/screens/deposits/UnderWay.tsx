import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { madeAt } from '#api/age.ts'
import { onUserEvent } from '#api/personStream.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type Deposit, deposits } from '#contract/calls/deposits.ts'
import { limits } from '#contract/calls/limits.ts'
import { depositStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Progress } from '#ui/Progress.tsx'
import { Section } from '#ui/Section.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import { networkName } from '#widgets/networkNames.ts'
import { useDecider } from '#widgets/useDecider.ts'
import styles from './Deposit.module.css'
import { useDepositWords } from './useDepositWords.ts'

const shown = 5

/** The newest deposits; those that are being confirmed move as their blocks come. */
export function UnderWay() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(query(deposits.deposits, { pageSize: shown }))
  const isOffline = useConnection() === 'offline'
  useEffect(
    () =>
      onUserEvent(({ t: kind }) => {
        if (kind !== 'deposit' && kind !== 'missed') return
        // What came in counts against the person's own limits, too.
        for (const { path } of [deposits.deposits, limits.mine]) void client.invalidateQueries({ queryKey: [path] })
      }),
    [client],
  )
  if (!data)
    return error && <FailedRead title={t`Your deposits could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (data.records.length === 0) return null
  return (
    <Section title={t`Your deposits`} action={<AgeChip at={error || isOffline ? madeAt(data, dataUpdatedAt) : undefined} />}>
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
  const { stateOf, reasonOf } = useDepositWords()
  const decider = useDecider()
  const { money, currency, chainType, confirmations, needConfirmations, status, source, simulated, belowMin, reviewBy, createTime } =
    deposit
  const isConfirming = status === depositStatus.underReview && source === 'chain' && !belowMin
  const until = reviewBy && formatTime(reviewBy)
  const reason = reasonOf(deposit)
  return (
    <>
      <div className={styles.depositLine}>
        <span className={styles.money}>
          {fullAmount(money)} {currency}
        </span>
        <span className={styles.state} data-status={status}>
          {stateOf(deposit)}
        </span>
      </div>
      <span className={styles.quiet}>{networkName(chainType)}</span>
      <div className={styles.depositLine}>
        <span className={styles.quiet}>{formatTime(createTime)}</span>
        {simulated && (
          <Chip tone="violet">
            <Trans>Simulated</Trans>
          </Chip>
        )}
      </div>
      {isConfirming && (
        <>
          <Progress label={t`Confirmations`} value={confirmations / needConfirmations} />
          <span className={styles.quiet}>
            <Trans>
              {confirmations} of {needConfirmations} confirmations
            </Trans>
          </span>
        </>
      )}
      {until && <span className={styles.quiet}>{decider?.sentence ?? <Trans>An answer comes by {until}</Trans>}</span>}
      {reason && <span className={styles.quiet}>{reason}</span>}
    </>
  )
}
