import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Deposit } from '#contract/calls/deposits.ts'
import type { Withdrawal } from '#contract/calls/withdrawals.ts'
import { formatTime } from '#i18n/date.ts'
import { negate } from '#rules/decimal.ts'
import { Chip } from '#ui/Chip.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import styles from './BalanceRecords.module.css'
import { ExactAmount } from './ExactAmount.tsx'
import { DepositSheet, WithdrawalSheet } from './TransferSheet.tsx'
import { type Standing, standingOfDeposit, standingOfWithdrawal } from './transferWords.ts'

/** Money that came in or is about to; opens with all that is known of it. */
export function DepositRow({ deposit }: { deposit: Deposit }) {
  const { currency, chainType, status, money, creditedMoney, createTime } = deposit
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Row
        where={`${currency} · ${chainType}`}
        createTime={createTime}
        amount={<ExactAmount value={status === 1 ? creditedMoney : money} signed />}
        standing={standingOfDeposit(deposit)}
        onOpen={() => setOpen(true)}
      />
      <DepositSheet deposit={deposit} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Money that left or is about to. */
export function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useLingui()
  const { currency, chainType, method, money, createTime } = withdrawal
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Row
        where={`${currency} · ${method === 'bank' ? t`Bank` : chainType}`}
        createTime={createTime}
        amount={<ExactAmount value={negate(money)} signed />}
        standing={standingOfWithdrawal(withdrawal)}
        onOpen={() => setOpen(true)}
      />
      <WithdrawalSheet withdrawal={withdrawal} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

interface RowProps {
  where: string
  createTime: number
  amount: ReactNode
  standing: Standing
  onOpen: () => void
}

function Row({ where, createTime, amount, standing, onOpen }: RowProps) {
  const { i18n } = useLingui()
  return (
    <ListRow
      title={where}
      subtitle={formatTime(createTime)}
      trailing={
        <span className={styles.standing}>
          <span className={styles.amount}>{amount}</span>
          <Chip tone={standing.tone}>{i18n._(standing.words)}</Chip>
        </span>
      }
      onClick={onOpen}
    />
  )
}
