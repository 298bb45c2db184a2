import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Deposit } from '#contract/calls/deposits.ts'
import type { Withdrawal } from '#contract/calls/withdrawals.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { isZero } from '#rules/decimal.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { CopyableAddress } from '#widgets/money/CopyableAddress.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { networkName } from '#widgets/money/networkNames.ts'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'
import { useSandboxReviewerText } from '#widgets/money/useSandboxReviewerWords.ts'
import { useNetworkMemoName } from '#widgets/money/useMemoName.ts'
import { useDepositMethodName } from '#widgets/money/useWayName.ts'
import { withdrawalStatusLabel } from '#widgets/money/withdrawalWords.ts'
import { Notice } from '#ui/Notice.tsx'
import styles from './BalanceRecords.module.css'
import { ExactAmount } from './ExactAmount.tsx'
import { DepositWithdrawalStepList } from './DepositWithdrawalStepList.tsx'
import { listDepositSteps, listWithdrawalSteps } from './depositWithdrawalSteps.ts'
import { depositStatusLabel, depositRejectionReasonLabel } from './transferWords.ts'

interface SheetProps {
  open: boolean
  onClose: () => void
}

/** Everything known of money on its way in. */
export function DepositDetailsSheet({ deposit, open, onClose }: SheetProps & { deposit: Deposit }) {
  const { i18n, t } = useLingui()
  const { currency, chainType, money, creditedMoney, status, needConfirmations } = deposit
  const reason = depositRejectionReasonLabel(deposit.reason)
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={i18n._(depositStatusLabel(deposit).words)}
      footer={status === 1 && !isZero(creditedMoney) && <SettlementLink type="deposit" id={deposit.id} wide />}
    >
      {reason && <TransferNotice>{i18n._(reason)}</TransferNotice>}
      {status < 0 && <TransferNotice quiet>{t`Nothing was credited, and nothing was taken from your balance.`}</TransferNotice>}
      {status === 0 && deposit.belowMin && (
        <TransferNotice
          quiet
        >{t`It is credited together with what comes next, once the minimum is reached. It is not lost.`}</TransferNotice>
      )}
      <DepositWithdrawalStepList steps={listDepositSteps(deposit)} />
      <DescriptionList
        rows={[
          { key: 'money', name: t`Amount`, value: <ExactAmount value={money} currency={currency} /> },
          {
            key: 'credited',
            name: t({ message: 'Credited', context: 'of money in' }),
            value: <ExactAmount value={creditedMoney} currency={currency} />,
          },
          { key: 'network', name: t`Network`, value: useDepositMethodName()(chainType) },
          ...(deposit.source === 'chain'
            ? [
                {
                  key: 'seen',
                  name: t`Confirmations`,
                  value: `${Math.min(deposit.confirmations, needConfirmations)} / ${needConfirmations}`,
                },
              ]
            : []),
        ]}
      />
      <div className={styles.numbers}>
        {deposit.source === 'bank' ? (
          <CopyableValue label={t`Your reference`} value={deposit.address} small />
        ) : (
          deposit.address && <CopyableAddress address={deposit.address} />
        )}
        {deposit.txHash && <CopyableValue label={t`Transaction`} value={deposit.txHash} small />}
        <CopyableValue label={t`Order number`} value={deposit.orderNo} small />
      </div>
    </BottomSheet>
  )
}

/** Everything known of money on its way out. */
export function WithdrawalDetailsSheet({ withdrawal, open, onClose }: SheetProps & { withdrawal: Withdrawal }) {
  const { i18n, t } = useLingui()
  const { currency, chainType, status, money, fee, arrivalMoney, reasonText } = withdrawal
  const isBank = withdrawal.method === 'bank'
  const decider = useSandboxReviewerText()
  const memoName = useNetworkMemoName()
  const by = formatDateTime(withdrawal.reviewBy)
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={i18n._(withdrawalStatusLabel(withdrawal).words)}
      footer={
        <>
          <ButtonLink to={path.withdrawalResult} search={{ id: withdrawal.id }} size="large" wide>
            {withdrawal.canCancel ? <Trans>Follow or cancel it</Trans> : <Trans>Open its page</Trans>}
          </ButtonLink>
          <SettlementLink type="withdrawal" id={withdrawal.id} wide />
        </>
      }
    >
      {reasonText && <TransferNotice>{reasonText}</TransferNotice>}
      {status < 0 && (
        <TransferNotice quiet>
          <Trans>
            All of it came back to your balance, the fee too: <ExactAmount value={money} currency={currency} />
          </Trans>
        </TransferNotice>
      )}
      {withdrawal.legalReference && <TransferNotice>{t`Held by order of an authority: ${withdrawal.legalReference}`}</TransferNotice>}
      <DepositWithdrawalStepList steps={listWithdrawalSteps(withdrawal)} />
      <DescriptionList
        rows={[
          { key: 'money', name: t`Amount`, value: <ExactAmount value={money} currency={currency} /> },
          // What came back had no fee, and nothing arrives.
          ...(status < 0
            ? []
            : [
                { key: 'fee', name: t`Fee, taken from the amount`, value: <ExactAmount value={fee} currency={currency} /> },
                {
                  key: 'arrival',
                  name: t({ message: 'Arrives', context: 'amount of a withdrawal' }),
                  value: <ExactAmount value={arrivalMoney} currency={currency} />,
                  strong: true,
                },
              ]),
          { key: 'network', name: t`Network`, value: isBank ? t({ message: 'Bank', context: 'way to withdraw' }) : networkName(chainType) },
          ...(withdrawal.phase === 'review'
            ? [
                {
                  key: 'by',
                  name: t({ message: 'Review', context: 'of a withdrawal' }),
                  value: decider ? decider.short : <Trans>Decided by {by}</Trans>,
                },
              ]
            : []),
        ]}
      />
      <div className={styles.numbers}>
        {withdrawal.address && <CopyableAddress address={withdrawal.address} />}
        {withdrawal.bankMasked && <CopyableValue label={t`Bank account`} value={withdrawal.bankMasked} small />}
        {withdrawal.memo && <CopyableValue label={memoName(chainType)} value={withdrawal.memo} small />}
        {withdrawal.txHash && <CopyableValue label={isBank ? t`Reference of the bank` : t`Transaction`} value={withdrawal.txHash} small />}
        <CopyableValue label={t`Order number`} value={withdrawal.orderNo} small />
      </div>
    </BottomSheet>
  )
}

function TransferNotice({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) {
  return (
    <Notice tone="warn" className={styles.notice} data-quiet={quiet || undefined}>
      {children}
    </Notice>
  )
}
