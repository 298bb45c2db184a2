import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Deposit } from '#contract/calls/deposits.ts'
import type { Withdrawal } from '#contract/calls/withdrawals.ts'
import { formatDateTime } from '#i18n/date.ts'
import { negate } from '#rules/decimal.ts'
import { Chip } from '#ui/Chip.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { useDepositMethodName } from '#widgets/money/useWayName.ts'
import { type TransferStatusLabel, withdrawalStatusLabel } from '#widgets/money/withdrawalWords.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './BalanceRecords.module.css'
import { ExactAmount } from './ExactAmount.tsx'
import { DepositDetailsSheet, WithdrawalDetailsSheet } from './TransferSheet.tsx'
import { depositStatusLabel } from './transferWords.ts'

/** Money that came in or is about to; opens with all that is known of it. */
export function DepositListRow({ deposit }: { deposit: Deposit }) {
  const { currency, chainType, status, money, creditedMoney, createTime } = deposit
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Row
        currency={currency}
        way={useDepositMethodName()(chainType)}
        createTime={createTime}
        amount={<ExactAmount value={status === 1 ? creditedMoney : money} signed />}
        standing={depositStatusLabel(deposit)}
        onOpen={() => setOpen(true)}
      />
      <DepositDetailsSheet deposit={deposit} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Money that left or is about to. */
export function WithdrawalListRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { currency, chainType, money, createTime } = withdrawal
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Row
        currency={currency}
        way={useDepositMethodName()(chainType)}
        createTime={createTime}
        amount={<ExactAmount value={negate(money)} signed />}
        standing={withdrawalStatusLabel(withdrawal)}
        onOpen={() => setOpen(true)}
      />
      <WithdrawalDetailsSheet withdrawal={withdrawal} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

interface RowProps {
  currency: string
  way: string
  createTime: number
  amount: ReactNode
  standing: TransferStatusLabel
  onOpen: () => void
}

function Row({ currency, way, createTime, amount, standing, onOpen }: RowProps) {
  const { i18n } = useLingui()
  return (
    <ListRow
      title={<strong className={styles.currency}>{currency}</strong>}
      subtitle={
        <Stack as="span">
          <span>{way}</span>
          <span>{formatDateTime(createTime)}</span>
        </Stack>
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
