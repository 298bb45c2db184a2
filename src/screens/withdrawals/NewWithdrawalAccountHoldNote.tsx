import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { withdrawals, newAddressDailyLimitUsdt } from '#contract/calls/withdrawals.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import styles from './Withdrawals.module.css'

/** From when a new place can be used, as it is for this person: by their second factor, by one that is too new, or without one. */
export function NewWithdrawalAccountHoldNote() {
  const { data } = useQuery(apiReadQuery(withdrawals.allowance, {}))
  const most = formatAmount(newAddressDailyLimitUsdt, 0)
  const factorUsableFrom = data?.factorUsableFrom
  const from = factorUsableFrom == null ? '' : formatDateTime(factorUsableFrom)
  return (
    <p className={styles.quiet}>
      <Trans>A new or changed address can be used after 24 hours.</Trans>{' '}
      {data &&
        (factorUsableFrom == null ? (
          <Trans>
            With an authenticator or passkey set up more than 24 hours ago, you could send less than {most} USDT a day there right away.
          </Trans>
        ) : factorUsableFrom > serverNow() ? (
          <Trans>
            Your authenticator or passkey is new. If you save this after {from}, you can send less than {most} USDT a day there right away.
          </Trans>
        ) : (
          <Trans>
            Confirm with an authenticator or passkey set up more than 24 hours ago to send less than {most} USDT a day there right away.
          </Trans>
        ))}
    </p>
  )
}
