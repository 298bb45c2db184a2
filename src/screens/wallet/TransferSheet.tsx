import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Deposit } from '#contract/calls/deposits.ts'
import type { Withdrawal } from '#contract/calls/withdrawals.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { isZero } from '#rules/decimal.ts'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { CopyAddress } from '#widgets/CopyAddress.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { networkName } from '#widgets/networkNames.ts'
import { SettlementLink } from '#widgets/SettlementLink.tsx'
import { useDecider } from '#widgets/useDecider.ts'
import { useMemoName } from '#widgets/useMemoName.ts'
import { standingOfWithdrawal } from '#widgets/withdrawalWords.ts'
import styles from './BalanceRecords.module.css'
import { ExactAmount } from './ExactAmount.tsx'
import { TransferSteps } from './TransferSteps.tsx'
import { stepsOfDeposit, stepsOfWithdrawal } from './transferSteps.ts'
import { standingOfDeposit, wordsOfDepositReason } from './transferWords.ts'

interface SheetProps {
  open: boolean
  onClose: () => void
}

/** Everything known of money on its way in. */
export function DepositSheet({ deposit, open, onClose }: SheetProps & { deposit: Deposit }) {
  const { i18n, t } = useLingui()
  const { currency, chainType, money, creditedMoney, status, needConfirmations } = deposit
  const reason = wordsOfDepositReason(deposit.reason)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={i18n._(standingOfDeposit(deposit).words)}
      footer={status === 1 && !isZero(creditedMoney) && <SettlementLink type="deposit" id={deposit.id} wide />}
    >
      {reason && <Notice>{i18n._(reason)}</Notice>}
      {status < 0 && <Notice quiet>{t`Nothing was credited, and nothing was taken from your balance.`}</Notice>}
      {status === 0 && deposit.belowMin && (
        <Notice quiet>{t`It is credited together with what comes next, once the minimum is reached. It is not lost.`}</Notice>
      )}
      <TransferSteps steps={stepsOfDeposit(deposit)} />
      <Facts
        rows={[
          { key: 'money', name: t`Amount`, value: <ExactAmount value={money} currency={currency} /> },
          {
            key: 'credited',
            name: t({ message: 'Credited', context: 'of money in' }),
            value: <ExactAmount value={creditedMoney} currency={currency} />,
          },
          { key: 'network', name: t`Network`, value: networkName(chainType) },
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
        {deposit.address && <CopyAddress address={deposit.address} />}
        {deposit.txHash && <CopyValue label={t`Transaction`} value={deposit.txHash} small />}
        <CopyValue label={t`Order number`} value={deposit.orderNo} small />
      </div>
    </Sheet>
  )
}

/** Everything known of money on its way out. */
export function WithdrawalSheet({ withdrawal, open, onClose }: SheetProps & { withdrawal: Withdrawal }) {
  const { i18n, t } = useLingui()
  const { currency, chainType, status, money, fee, arrivalMoney, reasonText } = withdrawal
  const isBank = withdrawal.method === 'bank'
  const decider = useDecider()
  const memoName = useMemoName()
  const by = formatTime(withdrawal.reviewBy)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={i18n._(standingOfWithdrawal(withdrawal).words)}
      footer={
        <>
          <ButtonLink to={path.withdrawalResult} search={{ id: withdrawal.id }} size="large" wide>
            {withdrawal.canCancel ? <Trans>Follow or cancel it</Trans> : <Trans>Open its page</Trans>}
          </ButtonLink>
          <SettlementLink type="withdrawal" id={withdrawal.id} wide />
        </>
      }
    >
      {reasonText && <Notice>{reasonText}</Notice>}
      {status < 0 && (
        <Notice quiet>
          <Trans>
            All of it came back to your balance, the fee too: <ExactAmount value={money} currency={currency} />
          </Trans>
        </Notice>
      )}
      {withdrawal.legalReference && <Notice>{t`Held by order of an authority: ${withdrawal.legalReference}`}</Notice>}
      <TransferSteps steps={stepsOfWithdrawal(withdrawal)} />
      <Facts
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
        {withdrawal.address && <CopyAddress address={withdrawal.address} />}
        {withdrawal.bankMasked && <CopyValue label={t`Bank account`} value={withdrawal.bankMasked} small />}
        {withdrawal.memo && <CopyValue label={memoName(chainType)} value={withdrawal.memo} small />}
        {withdrawal.txHash && <CopyValue label={isBank ? t`Reference of the bank` : t`Transaction`} value={withdrawal.txHash} small />}
        <CopyValue label={t`Order number`} value={withdrawal.orderNo} small />
      </div>
    </Sheet>
  )
}

function Notice({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) {
  return (
    <p className={styles.notice} data-quiet={quiet || undefined}>
      {children}
    </p>
  )
}
