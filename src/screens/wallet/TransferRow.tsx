import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Deposit } from '#contract/calls/deposits.ts'
import type { Withdrawal } from '#contract/calls/withdrawals.ts'
import { formatTime } from '#i18n/date.ts'
import { negate } from '#rules/decimal.ts'
import { Chip } from '#ui/Chip.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { networkName } from '#widgets/networkNames.ts'
import { type Standing, standingOfWithdrawal } from '#widgets/withdrawalWords.ts'
import styles from './BalanceRecords.module.css'
import { ExactAmount } from './ExactAmount.tsx'
import { DepositSheet, WithdrawalSheet } from './TransferSheet.tsx'
import { standingOfDeposit } from './transferWords.ts'

/** Money that came in or is about to; opens with all that is known of it. */
export function DepositRow({ deposit }: { deposit: Deposit }) {
  const { currency, chainType, status, money, creditedMoney, createTime } = deposit
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Row
        currency={currency}
        way={networkName(chainType)}
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
        currency={currency}
        way={method === 'bank' ? t({ message: 'Bank', context: 'way to withdraw' }) : networkName(chainType)}
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
  currency: string
  way: string
  createTime: number
  amount: ReactNode
  standing: Standing
  onOpen: () => void
}

function Row({ currency, way, createTime, amount, standing, onOpen }: RowProps) {
  const { i18n } = useLingui()
  return (
    <ListRow
      title={<strong className={styles.currency}>{currency}</strong>}
      subtitle={
        <span className={styles.facets}>
          <span>{way}</span>
          <span>{formatTime(createTime)}</span>
        </span>
      }
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
