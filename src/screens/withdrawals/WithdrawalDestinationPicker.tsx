import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { serverNow } from '#api/serverClock.ts'
import { bankChainCode, type WithdrawalAccount, withdrawals, newAddressDailyLimitUsdt } from '#contract/calls/withdrawals.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { networkName } from '#widgets/money/networkNames.ts'
import { SandboxSkipWaitButton } from '#widgets/money/SandboxSkipWaitButton.tsx'
import { withdrawalChainOrBankCode, formatWithdrawalAccountDestination } from './destinations.ts'
import type { WithdrawalMethod } from './useWithdrawalMethodsAndBalances.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Withdrawals.module.css'

interface WithdrawalDestinationPickerProps {
  accounts: readonly WithdrawalAccount[]
  ways: readonly WithdrawalMethod[]
  currency: string
  value: string
  onChange(id: string): void
  whitelistOnly: boolean
  hold: { until: number } | undefined
}

/** By the clock, not by when the list was read: a wait that is over is over. */
export const isWithdrawalAccountOnHold = ({ coolUntil }: Pick<WithdrawalAccount, 'coolUntil'>): boolean =>
  coolUntil !== undefined && coolUntil > serverNow()

/** The person's own places for a currency; those that wait say until when. */
export function WithdrawalDestinationPicker({
  accounts,
  ways,
  currency,
  value,
  onChange,
  whitelistOnly,
  hold,
}: WithdrawalDestinationPickerProps) {
  const { t } = useLingui()
  const name = useId()
  const isOnHold = (account: WithdrawalAccount) =>
    isWithdrawalAccountOnHold(account) && (!account.isVouched || whitelistOnly || hold !== undefined)
  const usableFirst = accounts.toSorted((a, b) => Number(isOnHold(a)) - Number(isOnHold(b)))
  const methodsOfCurrency = ways.filter((way) => way.currency === currency)
  const isBank = methodsOfCurrency.some((way) => way.chainType === bankChainCode)
  return (
    <Section title={t({ message: 'To', context: 'where a withdrawal goes' })}>
      {methodsOfCurrency.length > 0 && methodsOfCurrency.every((way) => way.isPaused) && (
        <AllMethodsPaused currency={currency} ways={methodsOfCurrency} />
      )}
      {accounts.length > 0 && (
        <Card flush>
          <div role="radiogroup" aria-label={t({ message: 'To', context: 'where a withdrawal goes' })}>
            {usableFirst.map((account) => {
              const way = ways.find((one) => one.currency === currency && one.chainType === withdrawalChainOrBankCode(account))
              const isWaiting = isOnHold(account)
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
                      <strong>{account.label || formatWithdrawalAccountDestination(account)}</strong>
                      {account.label && (
                        <Text as="span" tone="muted" tabular>
                          {formatWithdrawalAccountDestination(account)}
                        </Text>
                      )}
                      <span className={styles.quiet}>
                        {withdrawalChainOrBankCode(account) === bankChainCode ? (
                          <Trans context="way to withdraw">Bank</Trans>
                        ) : (
                          networkName(withdrawalChainOrBankCode(account))
                        )}
                      </span>
                      <OnHoldNote account={account} isPaused={way?.isPaused === true} isWaiting={isWaiting} holdUntil={hold?.until} />
                    </span>
                  </label>
                  {isWaiting && way && !way.isPaused && (
                    <div className={styles.skip}>
                      <SandboxSkipWaitButton
                        call={withdrawals.skipWait}
                        body={{ id: account.id }}
                        what={account.label || formatWithdrawalAccountDestination(account)}
                      />
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

/** Said before somebody adds a place that could not be used either. */
function AllMethodsPaused({ currency, ways }: { currency: string; ways: readonly WithdrawalMethod[] }) {
  const why = ways.find(({ pauseReason }) => pauseReason !== '')?.pauseReason
  return (
    <Grid as={Card} tone="warn" gap={2} role="status">
      <p>
        <strong>
          <Trans>Withdrawals of {currency} are paused at the moment. What you have stays yours.</Trans>
        </strong>
      </p>
      {why !== undefined && (
        <p>
          <Trans>Reason: {why}</Trans>
        </p>
      )}
    </Grid>
  )
}

interface WaitingProps {
  account: WithdrawalAccount
  isPaused: boolean
  isWaiting: boolean
  holdUntil: number | undefined
}

function OnHoldNote({ account: { coolUntil }, isPaused, isWaiting, holdUntil }: WaitingProps) {
  if (isPaused) {
    return (
      <span className={styles.brass}>
        <Trans>This network is paused. Choose another, or come back later.</Trans>
      </span>
    )
  }
  if (coolUntil === undefined || !isWithdrawalAccountOnHold({ coolUntil })) return null
  const until = formatDateTime(Math.max(coolUntil, holdUntil ?? 0))
  const most = formatAmount(newAddressDailyLimitUsdt, 0)
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
