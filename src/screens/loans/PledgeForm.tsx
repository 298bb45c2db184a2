import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useConnection } from '#api/socket.ts'
import type { LoanSet, PledgeAsk } from '#contract/calls/loans.ts'
import { asDecimal } from '#contract/decimal.ts'
import { compare, isPositive, multiply, truncate, zero } from '#rules/decimal.ts'
import { priceAtLtv } from '#rules/loan.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { AmountSlider } from './AmountSlider.tsx'
import { money, plain } from './amounts.ts'
import { DaysField } from './DaysField.tsx'
import { LoanCosts } from './LoanCosts.tsx'
import { leastFor, ltvOrNone, mostAgainst, termsOf } from './loanFigures.ts'
import { LoanSheet } from './LoanSheet.tsx'
import styles from './Loans.module.css'
import { LtvGauge } from './LtvGauge.tsx'
import { useAmountFlaw } from './useAmountFlaw.ts'
import { useAvailable, useCoinPrice } from './useCollaterals.ts'
import type { LoanStopReason } from './useLoanStop.ts'

const shares = ['0.25', '0.5', '0.75', '1']

/** Against coins: what is pledged decides the most; the gauge shows how far the price may fall. */
export function PledgeForm({ set, stop }: { set: LoanSet; stop: LoanStopReason | undefined }) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const availableOf = useAvailable()
  const [coin, setCoin] = useState(set.collaterals[0]?.currency ?? '')
  const [pledged, setPledged] = useState('')
  const [amount, setAmount] = useState<string>(set.minAmount)
  const [days, setDays] = useState(set.daysOptions.find((one) => one.days === 30)?.days ?? set.daysOptions[0]?.days ?? 0)
  const [ask, setAsk] = useState<PledgeAsk>()
  const { mid, isStale, places, tick, isSimulated } = useCoinPrice(coin)
  const available = availableOf(coin)
  const initLtv = set.collaterals.find(({ currency }) => currency === coin)?.initLtv ?? zero
  const option = set.daysOptions.find((one) => one.days === days)

  const given = pledged === '' ? zero : asDecimal(pledged)
  const carried = mid && isPositive(given) ? mostAgainst(given, mid, initLtv, set.maxAmount) : undefined
  const isTooMuch = available !== undefined && compare(given, available) > 0
  const isTooLittle = carried !== undefined && compare(carried, set.minAmount) < 0
  const most = carried === undefined || isTooLittle ? set.maxAmount : carried
  const flaw = useAmountFlaw(amount, set.minAmount, most, set.currency)
  const wished = amount === '' ? zero : asDecimal(amount)
  const terms = option && termsOf(wished, option, set.lateFactor)
  const at = (ltv: string | null) =>
    ltv !== null && terms && isPositive(given) && isPositive(wished) ? priceAtLtv(terms.toRepay, given, asDecimal(ltv), tick) : undefined
  const least = isTooLittle && mid ? money(leastFor(set.minAmount, mid, initLtv)) : ''
  const isWhole = option !== undefined && isPositive(given) && isPositive(wished) && !flaw && !isTooMuch && !isTooLittle
  const reason = isOffline ? t`Needs a connection` : stop === undefined && isStale ? t`Waiting for a fresh price` : undefined
  return (
    <div className={styles.form}>
      <SelectField
        label={t`What you pledge`}
        value={coin}
        onChange={(next) => {
          setCoin(next)
          setPledged('')
        }}
        options={set.collaterals.map(({ currency }) => ({ value: currency, label: currency }))}
      />
      <DecimalField
        label={t({ message: 'Amount', context: 'of collateral' })}
        value={pledged}
        onChange={setPledged}
        scale={8}
        unit={coin}
        hint={<AvailableLine available={available} currency={coin} />}
        error={isTooMuch ? t`More than is available` : isTooLittle ? t`At this price it takes ${least} ${coin} or more` : undefined}
        {...(available &&
          isPositive(available) && {
            steps: shares.map((share) => ({
              label: share === '1' ? t({ message: 'Max', context: 'all that can be pledged' }) : `${Number(share) * 100}%`,
              value: plain(truncate(multiply(available, share), 8)),
            })),
          })}
      />
      <AmountSlider
        label={t({ message: 'You borrow', context: 'amount of a loan' })}
        value={amount}
        onChange={setAmount}
        min={set.minAmount}
        max={most}
        currency={set.currency}
        error={flaw}
      />
      {set.callLtv !== null && set.liqLtv !== null && (
        <Card>
          <LtvGauge
            ltv={ltvOrNone(wished, given, mid)}
            initLtv={initLtv}
            callLtv={set.callLtv}
            liqLtv={set.liqLtv}
            price={mid}
            callPrice={at(set.callLtv)}
            liqPrice={at(set.liqLtv)}
            places={places}
            currency={set.currency}
          />
          <p className={styles.note}>
            {isSimulated && (
              <Chip tone="violet">
                <Trans>Simulated prices</Trans>
              </Chip>
            )}
            <Trans>The prices are those at the end, with all interest. Only what repays the loan is sold; the rest comes back.</Trans>
          </p>
        </Card>
      )}
      <DaysField options={set.daysOptions} value={days} onChange={setDays} />
      {option && <LoanCosts set={set} option={option} amount={isPositive(wished) ? wished : set.minAmount} />}
      <div className={styles.submit}>
        <Button
          size="large"
          wide
          disabled={isOffline || isStale || stop !== undefined || !isWhole}
          reason={reason}
          onClick={() => setAsk({ setId: set.id, amount: wished, days, collateralCurrency: coin, collateralAmount: given })}
        >
          <Trans>Review</Trans>
        </Button>
      </div>
      {ask && (
        <LoanSheet key={JSON.stringify(ask)} wish={{ action: 'loanPledge', payload: ask }} set={set} onClose={() => setAsk(undefined)} />
      )}
    </div>
  )
}

function AvailableLine({ available, currency }: { available: string | undefined; currency: string }) {
  if (available === undefined) return null
  const amount = money(available)
  return (
    <Trans>
      Available: {amount} {currency}
    </Trans>
  )
}
