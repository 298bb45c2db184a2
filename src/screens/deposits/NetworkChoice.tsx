import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { ListedNetwork } from '#contract/calls/wallet.ts'
import { fullAmount } from '#widgets/fullAmount.ts'
import { networkName } from '#widgets/networkNames.ts'
import styles from './Deposit.module.css'

interface NetworkChoiceProps {
  networks: readonly ListedNetwork[]
  value: string
  onChange(chainType: string): void
}

/** The ways of one currency side by side: how long, how little, and that it costs nothing here. */
export function NetworkChoice({ networks, value, onChange }: NetworkChoiceProps) {
  const { t } = useLingui()
  const name = useId()
  return (
    <fieldset className={styles.networks} role="radiogroup" aria-label={t`Network`}>
      {networks.map(({ chainType, currency, depositMin, estMinutes, suspended }) => {
        const least = `${fullAmount(depositMin)} ${currency}`
        return (
          <label key={chainType} htmlFor={`${name} ${chainType}`} className={styles.network} data-off={suspended.deposit || undefined}>
            <input
              id={`${name} ${chainType}`}
              type="radio"
              name={name}
              checked={chainType === value}
              disabled={suspended.deposit}
              onChange={() => onChange(chainType)}
            />
            <span className={styles.networkName}>{networkName(chainType)}</span>
            <span className={styles.quiet}>
              {suspended.deposit ? (
                <Trans>Paused at the moment</Trans>
              ) : (
                <Trans>
                  about {estMinutes} min · from {least} · no fee here
                </Trans>
              )}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
