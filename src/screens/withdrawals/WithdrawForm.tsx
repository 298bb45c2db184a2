import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type WithdrawalAccount, type WithdrawAsk, withdrawals } from '#contract/calls/withdrawals.ts'
import { asDecimal } from '#contract/decimal.ts'
import { formatAmount } from '#i18n/number.ts'
import { compare, isPositive, multiply, q8, subtract } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Facts } from '#ui/Facts.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { fullAmount, plainAmount } from '#widgets/fullAmount.ts'
import { DestinationPicker, isNew } from './DestinationPicker.tsx'
import { mostOf } from './mostOf.ts'
import { NextTerms } from './NextTerms.tsx'
import { chainOf } from './places.ts'
import { useWays, type Way } from './useWays.ts'
import { WithdrawFrame } from './WithdrawFrame.tsx'
import styles from './Withdrawals.module.css'
import { WithdrawSheet } from './WithdrawSheet.tsx'

interface WithdrawFormProps {
  accounts: readonly WithdrawalAccount[]
  wished: string | undefined
}

const scale = 8
const shares = [
  ['25%', '0.25'],
  ['50%', '0.5'],
  ['75%', '0.75'],
] as const

/** Step 1: where to, and how much; the fee and what arrives are shown while typing. */
export function WithdrawForm({ accounts, wished }: WithdrawFormProps) {
  const { t } = useLingui()
  const { ways = [], currencies = [], availableOf, balancesAt } = useWays()
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
  const most = available && mostOf({ available, currency, isYoung: account !== undefined && isNew(account), allowance })
  const isAboveLimit = most !== undefined && money !== '' && compare(asDecimal(money), most) > 0
  const flaw = useFlaw({ way, money, available })
  const arrival = way && money !== '' && compare(money, way.fee) > 0 ? subtract(money, way.fee) : undefined
  const proceed = () => {
    if (account && way) setAsk({ currency, chainType: way.chainType, money: asDecimal(money), accountId: account.id })
  }
  const bottom = (
    <>
      {way && (
        <Facts
          rows={[
            {
              key: 'arrival',
              name: t({ message: 'Arrives', context: 'amount of a withdrawal' }),
              value: arrival ? `${fullAmount(arrival)} ${currency}` : '—',
              strong: true,
            },
          ]}
        />
      )}
      <Button
        size="large"
        wide
        disabled={isOffline || !account || !way || way.isPaused || money === '' || flaw !== undefined || isAboveLimit}
        reason={isOffline ? t`Needs a connection` : undefined}
        onClick={proceed}
      >
        <Trans>Continue</Trans>
      </Button>
    </>
  )
  return (
    <WithdrawFrame bottom={bottom} chips={<AgeChip at={isOffline ? balancesAt : undefined} />}>
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
      <div className={styles.amountField}>
        <DecimalField
          label={t`Amount`}
          aside={<AvailableLine available={available} currency={currency} />}
          value={money}
          onChange={setMoney}
          scale={scale}
          unit={currency}
          hint={allowance && <AllowanceLine leftUsdt={allowance.leftUsdt} dayUsdt={allowance.dayUsdt} />}
          error={flaw}
          {...(most && available && compare(most, available) < 0 && { max: most })}
          {...(most &&
            isPositive(most) && {
              steps: [
                ...shares.map(([label, share]) => ({ label, value: plainAmount(q8(multiply(most, share))) })),
                { label: t({ message: 'Max', context: 'all that can be withdrawn' }), value: plainAmount(most) },
              ],
            })}
        />
      </div>
      {way && <Facts rows={[{ key: 'fee', name: t`Fee, taken from the amount`, value: `${fullAmount(way.fee)} ${currency}` }]} />}
      {way?.next && <NextTerms way={way} next={way.next} />}
      {ask && account && <WithdrawSheet key={JSON.stringify(ask)} ask={ask} account={account} onClose={() => setAsk(undefined)} />}
    </WithdrawFrame>
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
  const [left, day] = [formatAmount(leftUsdt, 2), formatAmount(dayUsdt, 2)]
  return (
    <Trans>
      Left today: {left} of {day} USDT
    </Trans>
  )
}
