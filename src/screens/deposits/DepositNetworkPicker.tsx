import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { CurrencyNetwork } from '#contract/calls/wallet.ts'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { networkName } from '#widgets/money/networkNames.ts'
import { Text } from '#ui/Text.tsx'
import { joinClassNames } from '#ui/classes.ts'
import styles from './Deposit.module.css'

interface NetworkChoiceProps {
  networks: readonly CurrencyNetwork[]
  value: string
  onChange(chainType: string): void
}

/** The ways of one currency side by side: how long, how little, and that it costs nothing here. */
export function DepositNetworkPicker({ networks, value, onChange }: NetworkChoiceProps) {
  const { t } = useLingui()
  const name = useId()
  return (
    <fieldset className={styles.networks} role="radiogroup" aria-label={t`Network`}>
      {networks.map(({ chainType, currency, depositMin, estMinutes, suspended }) => {
        const { reason } = suspended
        const least = `${formatFullAmount(depositMin)} ${currency}`
        return (
          <label
            key={chainType}
            htmlFor={`${name} ${chainType}`}
            className={joinClassNames('focusRing', styles.network)}
            data-off={suspended.deposit || undefined}
          >
            <input
              id={`${name} ${chainType}`}
              type="radio"
              name={name}
              checked={chainType === value}
              disabled={suspended.deposit}
              onChange={() => onChange(chainType)}
            />
            <span className={styles.networkName}>{networkName(chainType)}</span>
            <Text as="span" tone="quiet">
              {suspended.unwatched ? (
                <Trans>Not offered: we do not watch this network</Trans>
              ) : suspended.deposit && suspended.reason !== '' ? (
                <Trans>Paused at the moment: {reason}</Trans>
              ) : suspended.deposit && suspended.unreadable ? (
                <Trans>Paused: we can’t reach this network at the moment</Trans>
              ) : suspended.deposit ? (
                <Trans>Paused at the moment</Trans>
              ) : (
                <Trans>
                  about {estMinutes} min · from {least} · no fee here
                </Trans>
              )}
            </Text>
          </label>
        )
      })}
    </fieldset>
  )
}
