import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type CreditLoanRequest, type UserLoanSummary, type LoanPlan, loanIncomeBrackets, loanPurposes } from '#contract/calls/loans.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compareDecimals, isPositive, smallerDecimal, truncate } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { UpcomingTermChangesNotice } from '#widgets/trading/UpcomingTermChangesNotice.tsx'
import { AmountSlider } from './AmountSlider.tsx'
import { CreditLimitCard } from './CreditLimitCard.tsx'
import { LoanTermField } from './LoanTermField.tsx'
import { LoanCostCards } from './LoanCostCards.tsx'
import { ConfirmLoanSheet } from './ConfirmLoanSheet.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './Loans.module.css'
import { useLoanAmountError } from './useAmountError.ts'
import type { LoanRestriction } from './useLoanRestriction.ts'
import { useLoanTexts } from './useLoanWords.ts'

interface CreditLoanFormProps {
  set: LoanPlan
  account: UserLoanSummary
  stop: LoanRestriction | undefined
}

type Purpose = CreditLoanRequest['purpose']
type Income = CreditLoanRequest['income']

/** Credit without collateral: how much, how long, what it costs, and the two answers that the review needs. */
export function CreditLoanForm({ set, account, stop }: CreditLoanFormProps) {
  const { t } = useLingui()
  const words = useLoanTexts()
  const isOffline = useStreamConnectionState() === 'offline'
  const most = maxLoanOf(set, account)
  const [amount, setAmount] = useState<string>(set.minAmount)
  const [days, setDays] = useState(set.daysOptions.find((one) => one.days === 30)?.days ?? set.daysOptions[0]?.days ?? 0)
  const [purpose, setPurpose] = useState<Purpose | ''>('')
  const [income, setIncome] = useState<Income | ''>('')
  const [ask, setAsk] = useState<CreditLoanRequest>()
  const option = set.daysOptions.find((one) => one.days === days)
  const amountError = useLoanAmountError(amount, set.minAmount, most, set.currency)
  const borrowerAnswers = purpose !== '' && income !== '' ? { purpose, income } : undefined
  const isComplete = option !== undefined && amount !== '' && amountError === undefined && borrowerAnswers !== undefined
  const choose = { value: '' as const, label: t({ message: 'Please choose', context: 'first line of a picker' }) }
  const review = () => {
    if (isComplete && borrowerAnswers) setAsk({ setId: set.id, amount: asDecimal(amount), days, ...borrowerAnswers })
  }
  return (
    <Stack gap={4}>
      <CreditLimitCard account={account} />
      <AmountSlider
        label={t({ message: 'You borrow', context: 'amount of a loan' })}
        value={amount}
        onChange={setAmount}
        min={set.minAmount}
        max={most}
        currency={set.currency}
        error={amountError}
      />
      <LoanTermField options={set.daysOptions} value={days} onChange={setDays} />
      {option && <LoanCostCards set={set} option={option} amount={asDecimal(amount === '' || amountError ? set.minAmount : amount)} />}
      <UpcomingTermChangesNotice of={[set.id, `${set.id} ${days}`].map((subject) => ({ area: 'loan', subject }))} />
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
        options={[choose, ...loanIncomeBrackets.map((one) => ({ value: one, label: words.incomes[one] }))]}
        hint={<Trans>The review compares it with what is to be repaid. Nothing else uses it.</Trans>}
      />
      <div className={styles.submit}>
        <Button
          size="large"
          wide
          disabled={isOffline || stop !== undefined || !isComplete}
          reason={
            isOffline ? t`Needs a connection` : stop === undefined && !borrowerAnswers ? t`Say what it is for and what you earn` : undefined
          }
          onClick={review}
        >
          <Trans>Review</Trans>
        </Button>
      </div>
      {ask && (
        <ConfirmLoanSheet
          key={JSON.stringify(ask)}
          wish={{ action: 'loanCredit', payload: ask }}
          set={set}
          onClose={() => setAsk(undefined)}
        />
      )}
    </Stack>
  )
}

/** What can be asked for; somebody without a limit yet looks at all there is. */
const maxLoanOf = ({ minAmount, maxAmount }: LoanPlan, { creditLeft, creditLimit }: UserLoanSummary): Decimal => {
  const most = truncate(smallerDecimal(maxAmount, creditLeft), 0)
  return isPositive(creditLimit) ? (compareDecimals(most, minAmount) < 0 ? minAmount : most) : maxAmount
}
