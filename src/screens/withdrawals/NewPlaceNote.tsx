import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { withdrawals, youngDayUsdt } from '#contract/calls/withdrawals.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import styles from './Withdrawals.module.css'

/** From when a new place can be used, as it is for this person: by their second factor, by one that is too new, or without one. */
export function NewPlaceNote() {
  const { data } = useQuery(query(withdrawals.allowance, {}))
  const most = formatAmount(youngDayUsdt, 0)
  const factorFrom = data?.factorUsableFrom
  const from = factorFrom == null ? '' : formatTime(factorFrom)
  return (
    <p className={styles.quiet}>
      <Trans>A new or changed address can be used after 24 hours.</Trans>{' '}
      {data &&
        (factorFrom == null ? (
          <Trans>
            With an authenticator or passkey set up more than 24 hours ago, you could send less than {most} USDT a day there right away.
          </Trans>
        ) : factorFrom > serverNow() ? (
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
