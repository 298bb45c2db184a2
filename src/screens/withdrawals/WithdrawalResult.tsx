import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type Withdrawal, withdrawals } from '#contract/calls/withdrawals.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { CopyAddress } from '#widgets/CopyAddress.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import { networkName } from '#widgets/networkNames.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useDecider } from '#widgets/useDecider.ts'
import { useMemoName } from '#widgets/useMemoName.ts'
import { standingOfWithdrawal } from '#widgets/withdrawalWords.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { Timeline } from './Timeline.tsx'
import { useNextWords } from './useNextWords.ts'
import { readWithdrawalSearch } from './withdrawalId.ts'
import styles from './Withdrawals.module.css'

export const Route = createFileRoute('/_signedIn/chongzhitixianResult')({
  component: WithdrawalResult,
  validateSearch: readWithdrawalSearch,
})

const againMs = 4_000

/** One withdrawal: where it stands, what comes next, and the way to stop it (product §4.2 row 19). */
function WithdrawalResult() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const [isCancelling, setCancelling] = useState(false)
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(withdrawals.withdrawal, { id: id ?? '0' }),
    enabled: id !== undefined,
    refetchInterval: (state) => (state.state.data?.status === 0 ? againMs : false),
  })
  return (
    <ScreenLayout
      title={t({ message: 'Withdrawal', context: 'one of them' })}
      back={path.assetCenter}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
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
        <Empty
          text={t`No withdrawal was chosen.`}
          action={
            <ButtonLink to={path.withdraw} kind="secondary">
              <Trans>Withdraw</Trans>
            </ButtonLink>
          }
        />
      ) : data ? (
        <Whole withdrawal={data} />
      ) : error ? (
        <FailedRead title={t`This withdrawal could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={9} />
      )}
      {data && isCancelling && <CancelSheet withdrawal={data} onClose={() => setCancelling(false)} />}
    </ScreenLayout>
  )
}

function Whole({ withdrawal }: { withdrawal: Withdrawal }) {
  const { i18n, t } = useLingui()
  const next = useNextWords()
  const decider = useDecider()
  const memoName = useMemoName()
  const { currency, chainType, method, status, phase, reviewBy, selfApproveAt, isLate, confirmations, needConfirmations, legalReference } =
    withdrawal
  const standing = standingOfWithdrawal(withdrawal)
  const [by, selfBy] = [formatTime(reviewBy), formatTime(selfApproveAt)]
  return (
    <>
      <Card>
        <div className={styles.hero}>
          <Chip tone={standing.tone}>{i18n._(standing.words)}</Chip>
          {/* What arrives; of what does not, all that came back. */}
          <strong className={styles.amount}>
            {fullAmount(status < 0 ? withdrawal.money : withdrawal.arrivalMoney)} {currency}
          </strong>
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
          <Timeline withdrawal={withdrawal} />
        </Card>
      </Section>
      <Section title={t`Details`}>
        <Card>
          <Facts
            rows={[
              // Of what came back the figure is above, and there was no fee.
              ...(status < 0
                ? []
                : [
                    {
                      key: 'money',
                      name: t({ message: 'Left your balance', context: 'amount of a withdrawal' }),
                      value: `${fullAmount(withdrawal.money)} ${currency}`,
                    },
                    { key: 'fee', name: t`Fee, taken from the amount`, value: `${fullAmount(withdrawal.fee)} ${currency}` },
                  ]),
              ...(method === 'chain' ? [{ key: 'network', name: t`Network`, value: networkName(chainType) }] : []),
              ...(withdrawal.label ? [{ key: 'label', name: t`Saved as`, value: withdrawal.label }] : []),
            ]}
          />
          <div className={styles.copies}>
            {withdrawal.address && <CopyAddress address={withdrawal.address} />}
            {withdrawal.bankMasked && <CopyValue label={t`Bank account`} value={withdrawal.bankMasked} small />}
            {withdrawal.memo && <CopyValue label={memoName(chainType)} value={withdrawal.memo} small />}
            {withdrawal.txHash && (
              <CopyValue label={method === 'bank' ? t`Reference of the bank` : t`Transaction`} value={withdrawal.txHash} small />
            )}
            {withdrawal.remark && <CopyValue label={t`Note`} value={withdrawal.remark} small />}
            <CopyValue label={t`Order number`} value={withdrawal.orderNo} small />
          </div>
        </Card>
      </Section>
    </>
  )
}
