import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { LoanPlan, PledgedLoanRequest } from '#contract/calls/loans.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compareDecimals, isPositive, multiply, truncate, zero } from '#rules/decimal.ts'
import { priceAtLtv } from '#rules/loan.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { UpcomingTermChangesNotice } from '#widgets/trading/UpcomingTermChangesNotice.tsx'
import { AmountSlider } from './AmountSlider.tsx'
import { formatLoanAmount, trimTrailingZeros } from './amounts.ts'
import { LoanTermField } from './LoanTermField.tsx'
import { LoanCostCards } from './LoanCostCards.tsx'
import { minCollateralForLoan, ltvOrNone, maxWholeLoanForCollateral, computeLoanCost } from './loanFigures.ts'
import { ConfirmLoanSheet } from './ConfirmLoanSheet.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Loans.module.css'
import { LtvGauge } from './LtvGauge.tsx'
import { useLoanAmountError } from './useAmountError.ts'
import { useRealAvailableBalanceLookup, useCoinPrice } from './useCoinPrice.ts'
import type { LoanRestriction } from './useLoanRestriction.ts'

const shares = ['0.25', '0.5', '0.75', '1']

/** Against coins: what is pledged decides the most; the gauge shows how far the price may fall. */
export function PledgedLoanForm({ set, stop }: { set: LoanPlan; stop: LoanRestriction | undefined }) {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const availableOf = useRealAvailableBalanceLookup()
  const [coin, setCoin] = useState(set.collaterals[0]?.currency ?? '')
  const [pledged, setPledged] = useState('')
  const [amount, setAmount] = useState<string>(set.minAmount)
  const [days, setDays] = useState(set.daysOptions.find((one) => one.days === 30)?.days ?? set.daysOptions[0]?.days ?? 0)
  const [ask, setAsk] = useState<PledgedLoanRequest>()
  const { mid, isStale, places, tick, isSimulated } = useCoinPrice(coin)
  const available = availableOf(coin)
  const initLtv = set.collaterals.find(({ currency }) => currency === coin)?.initLtv ?? zero
  const option = set.daysOptions.find((one) => one.days === days)

  const pledgedAmount = pledged === '' ? zero : asDecimal(pledged)
  const maxForCollateral =
    mid && isPositive(pledgedAmount) ? maxWholeLoanForCollateral(pledgedAmount, mid, initLtv, set.maxAmount) : undefined
  const isTooMuch = available !== undefined && compareDecimals(pledgedAmount, available) > 0
  const isTooLittle = maxForCollateral !== undefined && compareDecimals(maxForCollateral, set.minAmount) < 0
  const maxAmount = maxForCollateral === undefined || isTooLittle ? set.maxAmount : maxForCollateral
  const amountError = useLoanAmountError(amount, set.minAmount, maxAmount, set.currency)
  const loanAmount = amount === '' ? zero : asDecimal(amount)
  const terms = option && computeLoanCost(loanAmount, option, set.lateFactor)
  const at = (ltv: string | null) =>
    ltv !== null && terms && isPositive(pledgedAmount) && isPositive(loanAmount)
      ? priceAtLtv(terms.toRepay, pledgedAmount, asDecimal(ltv), tick)
      : undefined
  const least = isTooLittle && mid ? formatLoanAmount(minCollateralForLoan(set.minAmount, mid, initLtv)) : ''
  const isComplete =
    option !== undefined && isPositive(pledgedAmount) && isPositive(loanAmount) && !amountError && !isTooMuch && !isTooLittle
  const reason = isOffline ? t`Needs a connection` : stop === undefined && isStale ? t`Waiting for a fresh price` : undefined
  return (
    <Stack gap={4}>
      <SelectField
        label={t`What you pledge`}
        value={coin}
        onChange={(next) => {
          setCoin(next)
          setPledged('')
        }}
        options={set.collaterals.map(({ currency }) => ({ value: currency, label: currency }))}
      />
      <CollateralField
        coin={coin}
        value={pledged}
        onChange={setPledged}
        available={available}
        error={isTooMuch ? t`More than is available` : isTooLittle ? t`At this price it takes ${least} ${coin} or more` : undefined}
      />
      <AmountSlider
        label={t({ message: 'You borrow', context: 'amount of a loan' })}
        value={amount}
        onChange={setAmount}
        min={set.minAmount}
        max={maxAmount}
        currency={set.currency}
        error={amountError}
      />
      {set.callLtv !== null && set.liqLtv !== null && (
        <Card>
          <LtvGauge
            ltv={ltvOrNone(loanAmount, pledgedAmount, mid)}
            initLtv={initLtv}
            callLtv={set.callLtv}
            liqLtv={set.liqLtv}
            price={mid}
            callPrice={at(set.callLtv)}
            liqPrice={at(set.liqLtv)}
            places={places}
            currency={set.currency}
          />
          <GaugeNote isSimulated={isSimulated} />
        </Card>
      )}
      <LoanTermField options={set.daysOptions} value={days} onChange={setDays} />
      {option && <LoanCostCards set={set} option={option} amount={isPositive(loanAmount) ? loanAmount : set.minAmount} />}
      <UpcomingTermChangesNotice of={[set.id, `${set.id} ${days}`, `${set.id} ${coin}`].map((subject) => ({ area: 'loan', subject }))} />
      <div className={styles.submit}>
        <Button
          size="large"
          wide
          disabled={isOffline || isStale || stop !== undefined || !isComplete}
          reason={reason}
          onClick={() => setAsk({ setId: set.id, amount: loanAmount, days, collateralCurrency: coin, collateralAmount: pledgedAmount })}
        >
          <Trans>Review</Trans>
        </Button>
      </div>
      {ask && (
        <ConfirmLoanSheet
          key={JSON.stringify(ask)}
          wish={{ action: 'loanPledge', payload: ask }}
          set={set}
          onClose={() => setAsk(undefined)}
        />
      )}
    </Stack>
  )
}

function AvailableLine({ available, currency }: { available: string | undefined; currency: string }) {
  if (available === undefined) return null
  const amount = formatLoanAmount(available)
  return (
    <Trans>
      Available: {amount} {currency}
    </Trans>
  )
}

interface CollateralFieldProps {
  coin: string
  value: string
  onChange: (value: string) => void
  available: Decimal | undefined
  error: string | undefined
}

function CollateralField({ coin, value, onChange, available, error }: CollateralFieldProps) {
  const { t } = useLingui()
  return (
    <DecimalField
      label={t({ message: 'Amount', context: 'of collateral' })}
      value={value}
      onChange={onChange}
      scale={8}
      unit={coin}
      hint={<AvailableLine available={available} currency={coin} />}
      error={error}
      {...(available &&
        isPositive(available) && {
          steps: shares.map((share) => ({
            label: share === '1' ? t({ message: 'Max', context: 'all that can be pledged' }) : `${Number(share) * 100}%`,
            value: trimTrailingZeros(truncate(multiply(available, share), 8)),
          })),
        })}
    />
  )
}

function GaugeNote({ isSimulated }: { isSimulated: boolean }) {
  return (
    <Text tone="quiet" className={styles.note}>
      {isSimulated && (
        <Chip tone="violet">
          <Trans>Simulated prices</Trans>
        </Chip>
      )}
      <Trans>The prices are those at the end, with all interest. Only what repays the loan is sold; the rest comes back.</Trans>
    </Text>
  )
}
