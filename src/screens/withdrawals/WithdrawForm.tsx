import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type WithdrawalAccount, type WithdrawAsk, withdrawals } from '#contract/calls/withdrawals.ts'
import { asDecimal } from '#contract/decimal.ts'
import { formatAmount } from '#i18n/number.ts'
import { compare, isPositive, smaller, subtract } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { DestinationPicker } from './DestinationPicker.tsx'
import { NextTerms } from './NextTerms.tsx'
import { chainOf, fullAmount, plainAmount } from './places.ts'
import { useWays, type Way } from './useWays.ts'
import styles from './Withdrawals.module.css'
import { WithdrawSheet } from './WithdrawSheet.tsx'

interface WithdrawFormProps {
  accounts: readonly WithdrawalAccount[]
  wished: string | undefined
}

const scale = 8
/** Step 1: where to, and how much; the fee and what arrives are shown while typing. */
export function WithdrawForm({ accounts, wished }: WithdrawFormProps) {
  const { t } = useLingui()
  const { ways = [], currencies = [], availableOf } = useWays()
  const allowance = useQuery(query(withdrawals.allowance, {})).data
  const [chosen, setCurrency] = useState(wished)
  const [accountId, setAccountId] = useState('')
  const [money, setMoney] = useState('')
  const [ask, setAsk] = useState<WithdrawAsk>()
  const isOffline = useConnection() === 'offline'

  const currency = chosen && currencies.includes(chosen) ? chosen : (currencies[0] ?? 'USDT')
  const places = accounts.filter((one) => one.currency === currency)
  const account = places.find(({ id }) => id === accountId)
  const way = account && ways.find((one) => one.currency === currency && one.chainType === chainOf(account))
  const available = availableOf(currency)
  const most = available && currency === 'USDT' && allowance ? smaller(available, allowance.leftUsdt) : available
  const flaw = useFlaw({ way, money, available })
  const arrival = way && money !== '' && compare(money, way.fee) > 0 ? subtract(money, way.fee) : undefined
  const proceed = () => {
    if (account && way) setAsk({ currency, chainType: way.chainType, money: asDecimal(money), accountId: account.id })
  }
  return (
    <div className={styles.form}>
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
      <DestinationPicker
        accounts={places}
        ways={ways}
        currency={currency}
        value={accountId}
        onChange={setAccountId}
        whitelistOnly={allowance?.whitelistOnly === 1}
        hold={allowance?.hold ?? undefined}
      />
      <DecimalField
        label={t`Amount`}
        value={money}
        onChange={setMoney}
        scale={scale}
        unit={currency}
        hint={<AvailableLine available={available} currency={currency} />}
        error={flaw}
        {...(most &&
          isPositive(most) && {
            steps: [{ label: t({ message: 'Max', context: 'all that can be withdrawn' }), value: plainAmount(most) }],
          })}
      />
      {way && (
        <Facts
          rows={[
            { key: 'fee', name: t`Fee, taken from the amount`, value: `${fullAmount(way.fee)} ${currency}` },
            {
              key: 'arrival',
              name: t({ message: 'Arrives', context: 'amount of a withdrawal' }),
              value: arrival ? `${fullAmount(arrival)} ${currency}` : '—',
              strong: true,
            },
          ]}
        />
      )}
      {way?.next && <NextTerms way={way} next={way.next} />}
      {allowance && <AllowanceLine leftUsdt={allowance.leftUsdt} dayUsdt={allowance.dayUsdt} />}
      <div className={styles.submit}>
        <Button
          size="large"
          wide
          disabled={isOffline || !account || !way || way.isPaused || money === '' || flaw !== undefined}
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={proceed}
        >
          <Trans>Continue</Trans>
        </Button>
      </div>
      {ask && account && <WithdrawSheet key={JSON.stringify(ask)} ask={ask} account={account} onClose={() => setAsk(undefined)} />}
    </div>
  )
}

interface Typed {
  way: Way | undefined
  money: string
  available: string | undefined
}

function useFlaw({ way, money, available }: Typed): string | undefined {
  const { t } = useLingui()
  if (money === '') return undefined
  if (available !== undefined && compare(asDecimal(money), asDecimal(available)) > 0) return t`More than is available`
  if (!way || compare(asDecimal(money), way.min) >= 0) return undefined
  const [least, currency] = [fullAmount(way.min), way.currency]
  return t`At least ${least} ${currency}`
}

function AvailableLine({ available, currency }: { available: string | undefined; currency: string }) {
  if (available === undefined) return null
  const amount = fullAmount(available)
  return (
    <Trans>
      Available: {amount} {currency}
    </Trans>
  )
}

function AllowanceLine({ leftUsdt, dayUsdt }: { leftUsdt: string; dayUsdt: string }) {
  const [left, day] = [formatAmount(leftUsdt, 2), formatAmount(dayUsdt, 0)]
  return (
    <p className={styles.quiet}>
      <Trans>
        Left today: {left} of {day} USDT
      </Trans>
    </p>
  )
}
