import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useConnection } from '#api/socket.ts'
import { type CreditAsk, type LoanAccount, type LoanSet, loanIncomes, loanPurposes } from '#contract/calls/loans.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compare, isPositive, smaller, truncate } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { AmountSlider } from './AmountSlider.tsx'
import { CreditLimit } from './CreditLimit.tsx'
import { DaysField } from './DaysField.tsx'
import { LoanCosts } from './LoanCosts.tsx'
import { LoanSheet } from './LoanSheet.tsx'
import styles from './Loans.module.css'
import { useAmountFlaw } from './useAmountFlaw.ts'
import type { LoanStopReason } from './useLoanStop.ts'
import { useLoanWords } from './useLoanWords.ts'

interface CreditFormProps {
  set: LoanSet
  account: LoanAccount
  stop: LoanStopReason | undefined
}

type Purpose = CreditAsk['purpose']
type Income = CreditAsk['income']

/** Credit without collateral: how much, how long, what it costs, and the two answers that the review needs. */
export function CreditForm({ set, account, stop }: CreditFormProps) {
  const { t } = useLingui()
  const words = useLoanWords()
  const isOffline = useConnection() === 'offline'
  const most = mostOf(set, account)
  const [amount, setAmount] = useState<string>(set.minAmount)
  const [days, setDays] = useState(set.daysOptions.find((one) => one.days === 30)?.days ?? set.daysOptions[0]?.days ?? 0)
  const [purpose, setPurpose] = useState<Purpose | ''>('')
  const [income, setIncome] = useState<Income | ''>('')
  const [ask, setAsk] = useState<CreditAsk>()
  const option = set.daysOptions.find((one) => one.days === days)
  const flaw = useAmountFlaw(amount, set.minAmount, most, set.currency)
  const answers = purpose !== '' && income !== '' ? { purpose, income } : undefined
  const isWhole = option !== undefined && amount !== '' && flaw === undefined && answers !== undefined
  const choose = { value: '' as const, label: t({ message: 'Please choose', context: 'first line of a picker' }) }
  const review = () => {
    if (isWhole && answers) setAsk({ setId: set.id, amount: asDecimal(amount), days, ...answers })
  }
  return (
    <div className={styles.form}>
      <CreditLimit account={account} />
      <AmountSlider
        label={t({ message: 'You borrow', context: 'amount of a loan' })}
        value={amount}
        onChange={setAmount}
        min={set.minAmount}
        max={most}
        currency={set.currency}
        error={flaw}
      />
      <DaysField options={set.daysOptions} value={days} onChange={setDays} />
      {option && <LoanCosts set={set} option={option} amount={asDecimal(amount === '' || flaw ? set.minAmount : amount)} />}
      <SelectField
        label={t`What it is for`}
        value={purpose}
        onChange={setPurpose}
        options={[choose, ...loanPurposes.map((one) => ({ value: one, label: words.purposes[one] }))]}
      />
      <SelectField
        label={t`Your income a month, in USDT`}
        value={income}
        onChange={setIncome}
        options={[choose, ...loanIncomes.map((one) => ({ value: one, label: words.incomes[one] }))]}
        hint={<Trans>The review compares it with what is to be repaid. Nothing else uses it.</Trans>}
      />
      <div className={styles.submit}>
        <Button
          size="large"
          wide
          disabled={isOffline || stop !== undefined || !isWhole}
          reason={isOffline ? t`Needs a connection` : stop === undefined && !answers ? t`Say what it is for and what you earn` : undefined}
          onClick={review}
        >
          <Trans>Review</Trans>
        </Button>
      </div>
      {ask && (
        <LoanSheet key={JSON.stringify(ask)} wish={{ action: 'loanCredit', payload: ask }} set={set} onClose={() => setAsk(undefined)} />
      )}
    </div>
  )
}

/** What can be asked for; somebody without a limit yet looks at all there is. */
const mostOf = ({ minAmount, maxAmount }: LoanSet, { creditLeft, creditLimit }: LoanAccount): Decimal => {
  const most = truncate(smaller(maxAmount, creditLeft), 0)
  return isPositive(creditLimit) ? (compare(most, minAmount) < 0 ? minAmount : most) : maxAmount
}
