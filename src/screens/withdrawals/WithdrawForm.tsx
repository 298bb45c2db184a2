import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type WithdrawalAccount, type WithdrawalPreviewRequest, withdrawals } from '#contract/calls/withdrawals.ts'
import { asDecimal } from '#contract/decimal.ts'
import { formatAmount } from '#i18n/number.ts'
import { compareDecimals, isPositive, multiply, q8, subtract } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { formatFullAmount, trimTrailingZeros } from '#widgets/money/fullAmount.ts'
import { WithdrawalDestinationPicker, isWithdrawalAccountOnHold } from './WithdrawalDestinationPicker.tsx'
import { maxWithdrawal } from './maxWithdrawal.ts'
import { UpcomingWithdrawalTerms } from './UpcomingWithdrawalTerms.tsx'
import { withdrawalChainOrBankCode } from './destinations.ts'
import { useWithdrawalMethodsAndBalances, type WithdrawalMethod } from './useWithdrawalMethodsAndBalances.ts'
import { WithdrawScreenLayout } from './WithdrawScreenLayout.tsx'
import styles from './Withdrawals.module.css'
import { ConfirmWithdrawalSheet } from './ConfirmWithdrawalSheet.tsx'

interface WithdrawFormProps {
  accounts: readonly WithdrawalAccount[]
  initialCurrency: string | undefined
}

const scale = 8
const shares = [
  ['25%', '0.25'],
  ['50%', '0.5'],
  ['75%', '0.75'],
] as const

/** Step 1: where to, and how much; the fee and what arrives are shown while typing. */
export function WithdrawForm({ accounts, initialCurrency }: WithdrawFormProps) {
  const { t } = useLingui()
  const { ways = [], currencies = [], availableOf, balancesAt } = useWithdrawalMethodsAndBalances()
  const allowance = useQuery(apiReadQuery(withdrawals.allowance, {})).data
  const [chosenCurrency, setCurrency] = useState(initialCurrency)
  const [accountId, setAccountId] = useState('')
  const [money, setMoney] = useState('')
  const [previewRequest, setPreviewRequest] = useState<WithdrawalPreviewRequest>()
  const isOffline = useStreamConnectionState() === 'offline'

  const currency = chosenCurrency && currencies.includes(chosenCurrency) ? chosenCurrency : (currencies[0] ?? 'USDT')
  const accountsOfCurrency = accounts.filter((one) => one.currency === currency)
  const account = accountsOfCurrency.find(({ id }) => id === accountId)
  const method = account && ways.find((one) => one.currency === currency && one.chainType === withdrawalChainOrBankCode(account))
  const available = availableOf(currency)
  const maxAmount =
    available && maxWithdrawal({ available, currency, isYoung: account !== undefined && isWithdrawalAccountOnHold(account), allowance })
  const isAboveLimit = maxAmount !== undefined && money !== '' && compareDecimals(asDecimal(money), maxAmount) > 0
  const amountError = useAmountError({ way: method, money, available })
  const arrival = method && money !== '' && compareDecimals(money, method.fee) > 0 ? subtract(money, method.fee) : undefined
  const proceed = () => {
    if (account && method) setPreviewRequest({ currency, chainType: method.chainType, money: asDecimal(money), accountId: account.id })
  }
  const bottom = (
    <>
      {method && (
        <DescriptionList
          rows={[
            {
              key: 'arrival',
              name: t({ message: 'Arrives', context: 'amount of a withdrawal' }),
              value: arrival ? `${formatFullAmount(arrival)} ${currency}` : '—',
              strong: true,
            },
          ]}
        />
      )}
      <Button
        size="large"
        wide
        disabled={isOffline || !account || !method || method.isPaused || money === '' || amountError !== undefined || isAboveLimit}
        reason={isOffline ? t`Needs a connection` : undefined}
        onClick={proceed}
      >
        <Trans>Continue</Trans>
      </Button>
    </>
  )
  return (
    <WithdrawScreenLayout bottom={bottom} chips={<DataAgeChip at={isOffline ? balancesAt : undefined} />}>
      <SelectField
        label={t`Currency`}
        value={currency}
        onChange={(next) => {
          setCurrency(next)
          setAccountId('')
          setMoney('')
        }}
        options={currencies.map((one) => ({ value: one, label: one }))}
      />
      <WithdrawalDestinationPicker
        accounts={accountsOfCurrency}
        ways={ways}
        currency={currency}
        value={accountId}
        onChange={setAccountId}
        whitelistOnly={allowance?.whitelistOnly === 1}
        hold={allowance?.hold ?? undefined}
      />
      <div className={styles.amountField}>
        <DecimalField
          label={t`Amount`}
          aside={<AvailableLine available={available} currency={currency} />}
          value={money}
          onChange={setMoney}
          scale={scale}
          unit={currency}
          hint={allowance && <AllowanceLine leftUsdt={allowance.leftUsdt} dayUsdt={allowance.dayUsdt} />}
          error={amountError}
          {...(maxAmount && available && compareDecimals(maxAmount, available) < 0 && { max: maxAmount })}
          {...(maxAmount &&
            isPositive(maxAmount) && {
              steps: [
                ...shares.map(([label, share]) => ({ label, value: trimTrailingZeros(q8(multiply(maxAmount, share))) })),
                { label: t({ message: 'Max', context: 'all that can be withdrawn' }), value: trimTrailingZeros(maxAmount) },
              ],
            })}
        />
      </div>
      {method && (
        <DescriptionList
          rows={[{ key: 'fee', name: t`Fee, taken from the amount`, value: `${formatFullAmount(method.fee)} ${currency}` }]}
        />
      )}
      {method?.next && <UpcomingWithdrawalTerms way={method} next={method.next} />}
      {previewRequest && account && (
        <ConfirmWithdrawalSheet
          key={JSON.stringify(previewRequest)}
          ask={previewRequest}
          account={account}
          onClose={() => setPreviewRequest(undefined)}
        />
      )}
    </WithdrawScreenLayout>
  )
}

interface WithdrawalAmountInput {
  way: WithdrawalMethod | undefined
  money: string
  available: string | undefined
}

function useAmountError({ way: method, money, available }: WithdrawalAmountInput): string | undefined {
  const { t } = useLingui()
  if (money === '') return undefined
  if (available !== undefined && compareDecimals(asDecimal(money), asDecimal(available)) > 0) return t`More than is available`
  if (!method || compareDecimals(asDecimal(money), method.min) >= 0) return undefined
  const [least, currency] = [formatFullAmount(method.min), method.currency]
  return t`At least ${least} ${currency}`
}

function AvailableLine({ available, currency }: { available: string | undefined; currency: string }) {
  if (available === undefined) return null
  const amount = formatFullAmount(available)
  return (
    <Trans>
      Available: {amount} {currency}
    </Trans>
  )
}

function AllowanceLine({ leftUsdt, dayUsdt }: { leftUsdt: string; dayUsdt: string }) {
  const [left, day] = [formatAmount(leftUsdt, 2), formatAmount(dayUsdt, 2)]
  return (
    <Trans>
      Left today: {left} of {day} USDT
    </Trans>
  )
}
