import { Trans } from '@lingui/react/macro'
import styles from './DataRights.module.css'

/** What deleting does, in its order (docs/rules/data-rights.md: stated before confirming). */
export function AccountDeletionEffects({ keptYears }: { keptYears: number }) {
  return (
    <ol className={styles.steps}>
      <li>
        <Trans>For 14 days nothing changes. You can sign in, and take it back with one tap, on any device.</Trans>
      </li>
      <li>
        <Trans>
          Then every device is signed out, and what says who you are is erased: email, number, name, passwords, passkeys, devices, messages,
          tickets, alerts, addresses and copies. Demo money is lost. It cannot be undone.
        </Trans>
      </li>
      <li>
        <Trans>
          For {keptYears} years the ledger, your orders and identity papers stay under a number without a name, because the law against
          money laundering asks for it. What you agreed to and limits you set stay with them.
        </Trans>
      </li>
      <li>
        <Trans>After that the papers and the receivers of withdrawals are erased too.</Trans>
      </li>
    </ol>
  )
}
