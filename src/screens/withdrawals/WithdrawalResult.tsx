import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type Withdrawal, withdrawals } from '#contract/calls/withdrawals.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { CopyableAddress } from '#widgets/money/CopyableAddress.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { networkName } from '#widgets/money/networkNames.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useSandboxReviewerText } from '#widgets/money/useSandboxReviewerWords.ts'
import { useNetworkMemoName } from '#widgets/money/useMemoName.ts'
import { withdrawalStatusLabel } from '#widgets/money/withdrawalWords.ts'
import { CancelWithdrawalSheet } from './CancelWithdrawalSheet.tsx'
import { WithdrawalTimeline } from './WithdrawalTimeline.tsx'
import { useWithdrawalNextStepFormatter } from './useNextWords.ts'
import { readWithdrawalResultSearchParams } from './withdrawalSearch.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Withdrawals.module.css'

export const Route = createFileRoute('/_signedIn/chongzhitixianResult')({
  component: WithdrawalResult,
  validateSearch: readWithdrawalResultSearchParams,
})

const refetchIntervalMs = 4_000

/** One withdrawal: where it stands, what comes next, and the way to stop it. */
function WithdrawalResult() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const [isCancelling, setCancelling] = useState(false)
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(withdrawals.withdrawal, { id: id ?? '0' }),
    enabled: id !== undefined,
    refetchInterval: (state) => (state.state.data?.status === 0 ? refetchIntervalMs : false),
  })
  return (
    <ScreenLayout
      title={t({ message: 'Withdrawal', context: 'one of them' })}
      back={path.assetCenter}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
      bottom={
        data?.canCancel && (
          <Button
            kind="secondary"
            size="large"
            wide
            disabled={isOffline}
            reason={isOffline ? t`Needs a connection` : undefined}
            onClick={() => setCancelling(true)}
          >
            <Trans>Cancel this withdrawal</Trans>
          </Button>
        )
      }
    >
      {id === undefined ? (
        <EmptyState
          text={t`No withdrawal was chosen.`}
          action={
            <ButtonLink to={path.withdraw} kind="secondary">
              <Trans>Withdraw</Trans>
            </ButtonLink>
          }
        />
      ) : data ? (
        <WithdrawalContent withdrawal={data} />
      ) : error ? (
        <LoadErrorState title={t`This withdrawal could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={9} />
      )}
      {data && isCancelling && <CancelWithdrawalSheet withdrawal={data} onClose={() => setCancelling(false)} />}
    </ScreenLayout>
  )
}

function WithdrawalContent({ withdrawal }: { withdrawal: Withdrawal }) {
  const { i18n, t } = useLingui()
  const next = useWithdrawalNextStepFormatter()
  const decider = useSandboxReviewerText()
  const memoName = useNetworkMemoName()
  const { currency, chainType, method, status, phase, reviewBy, selfApproveAt, isLate, confirmations, needConfirmations, legalReference } =
    withdrawal
  const statusLabel = withdrawalStatusLabel(withdrawal)
  const [by, selfBy] = [formatDateTime(reviewBy), formatDateTime(selfApproveAt)]
  return (
    <>
      <Card>
        <div className={styles.hero}>
          <Chip tone={statusLabel.tone}>{i18n._(statusLabel.words)}</Chip>
          {/* What arrives; of what does not, all that came back. */}
          <Text as="strong" size="h1" weight="strong" tabular>
            {formatFullAmount(status < 0 ? withdrawal.money : withdrawal.arrivalMoney)} {currency}
          </Text>
          <span>{next(withdrawal)}</span>
          {phase === 'review' && !legalReference && (
            <span className={isLate ? styles.brass : styles.quiet}>
              {isLate ? <Trans>Approves itself on {selfBy}</Trans> : (decider?.sentence ?? <Trans>Decided by {by}</Trans>)}
            </span>
          )}
          {status === 0 && phase === 'signed' && needConfirmations !== undefined && needConfirmations > 0 && (
            <span className={styles.quiet}>
              <Trans>
                {confirmations ?? 0} of {needConfirmations} confirmations
              </Trans>
            </span>
          )}
        </div>
      </Card>
      {withdrawal.reasonText && (
        <Card tone="warn">
          <p>{withdrawal.reasonText}</p>
        </Card>
      )}
      {legalReference && (
        <Card tone="warn">
          <p>
            <Trans>Reference of the authority: {legalReference}</Trans>
          </p>
        </Card>
      )}
      <Section title={t`What happened`}>
        <Card>
          <WithdrawalTimeline withdrawal={withdrawal} />
        </Card>
      </Section>
      <Section title={t`Details`}>
        <Card>
          <DescriptionList
            rows={[
              // Of what came back the figure is above, and there was no fee.
              ...(status < 0
                ? []
                : [
                    {
                      key: 'money',
                      name: t({ message: 'Left your balance', context: 'amount of a withdrawal' }),
                      value: `${formatFullAmount(withdrawal.money)} ${currency}`,
                    },
                    { key: 'fee', name: t`Fee, taken from the amount`, value: `${formatFullAmount(withdrawal.fee)} ${currency}` },
                  ]),
              ...(method === 'chain' ? [{ key: 'network', name: t`Network`, value: networkName(chainType) }] : []),
              ...(withdrawal.label ? [{ key: 'label', name: t`Saved as`, value: withdrawal.label }] : []),
            ]}
          />
          <Grid gap={3} className={styles.copies}>
            {withdrawal.address && <CopyableAddress address={withdrawal.address} />}
            {withdrawal.bankMasked && <CopyableValue label={t`Bank account`} value={withdrawal.bankMasked} small />}
            {withdrawal.memo && <CopyableValue label={memoName(chainType)} value={withdrawal.memo} small />}
            {withdrawal.txHash && (
              <CopyableValue label={method === 'bank' ? t`Reference of the bank` : t`Transaction`} value={withdrawal.txHash} small />
            )}
            {withdrawal.remark && <CopyableValue label={t`Note`} value={withdrawal.remark} small />}
            <CopyableValue label={t`Order number`} value={withdrawal.orderNo} small />
          </Grid>
        </Card>
      </Section>
    </>
  )
}
