import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { serverNow } from '#api/serverClock.ts'
import { bankChain, type WithdrawalAccount, withdrawals, youngDayUsdt } from '#contract/calls/withdrawals.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { networkName } from '#widgets/networkNames.ts'
import { SandboxSkip } from '#widgets/SandboxSkip.tsx'
import { chainOf, placeOf } from './places.ts'
import type { Way } from './useWays.ts'
import styles from './Withdrawals.module.css'

interface DestinationPickerProps {
  accounts: readonly WithdrawalAccount[]
  ways: readonly Way[]
  currency: string
  value: string
  onChange(id: string): void
  whitelistOnly: boolean
  hold: { until: number } | undefined
}

/** By the clock, not by when the list was read: a wait that is over is over. */
export const isNew = ({ coolUntil }: Pick<WithdrawalAccount, 'coolUntil'>): boolean => coolUntil !== undefined && coolUntil > serverNow()

/** The person's own places for a currency; those that wait say until when. */
export function DestinationPicker({ accounts, ways, currency, value, onChange, whitelistOnly, hold }: DestinationPickerProps) {
  const { t } = useLingui()
  const name = useId()
  const waits = (account: WithdrawalAccount) => isNew(account) && (!account.isVouched || whitelistOnly || hold !== undefined)
  const usableFirst = accounts.toSorted((a, b) => Number(waits(a)) - Number(waits(b)))
  const isBank = ways.some((way) => way.currency === currency && way.chainType === bankChain)
  return (
    <Section title={t({ message: 'To', context: 'where a withdrawal goes' })}>
      {accounts.length > 0 && (
        <Card flush>
          <div role="radiogroup" aria-label={t({ message: 'To', context: 'where a withdrawal goes' })}>
            {usableFirst.map((account) => {
              const way = ways.find((one) => one.currency === currency && one.chainType === chainOf(account))
              const isWaiting = waits(account)
              return (
                <div key={account.id} className={styles.entry}>
                  <label className={styles.place}>
                    <input
                      type="radio"
                      name={name}
                      checked={value === account.id}
                      disabled={isWaiting || !way || way.isPaused}
                      onChange={() => onChange(account.id)}
                    />
                    <span className={styles.placeWords}>
                      <strong>{account.label || placeOf(account)}</strong>
                      {account.label && <span className={styles.address}>{placeOf(account)}</span>}
                      <span className={styles.quiet}>
                        {chainOf(account) === bankChain ? <Trans context="way to withdraw">Bank</Trans> : networkName(chainOf(account))}
                      </span>
                      <Waiting account={account} isPaused={way?.isPaused === true} isWaiting={isWaiting} holdUntil={hold?.until} />
                    </span>
                  </label>
                  {isWaiting && way && !way.isPaused && (
                    <div className={styles.skip}>
                      <SandboxSkip call={withdrawals.skipWait} body={{ id: account.id }} what={account.label || placeOf(account)} />
                    </div>
                  )}
                </div>
              )
            })}
          </div>
        </Card>
      )}
      {accounts.length === 0 && (
        <p className={styles.quiet}>
          <Trans>You have saved no place for {currency} yet.</Trans>
        </p>
      )}
      <ButtonLink to={isBank ? path.bankAccounts : path.addressBook} search={{ add: currency }} kind="secondary" wide>
        {isBank ? <Trans>Add a bank account</Trans> : <Trans>Add an address</Trans>}
      </ButtonLink>
    </Section>
  )
}

interface WaitingProps {
  account: WithdrawalAccount
  isPaused: boolean
  isWaiting: boolean
  holdUntil: number | undefined
}

function Waiting({ account: { coolUntil }, isPaused, isWaiting, holdUntil }: WaitingProps) {
  if (isPaused) {
    return (
      <span className={styles.brass}>
        <Trans>This network is paused. Choose another, or come back later.</Trans>
      </span>
    )
  }
  if (coolUntil === undefined || !isNew({ coolUntil })) return null
  const until = formatTime(Math.max(coolUntil, holdUntil ?? 0))
  const most = formatAmount(youngDayUsdt, 0)
  return (
    <span className={styles.brass}>
      {isWaiting ? (
        <Trans>New: can be used from {until}</Trans>
      ) : (
        <Trans>
          New: below {most} USDT a day until {until}
        </Trans>
      )}
    </span>
  )
}
