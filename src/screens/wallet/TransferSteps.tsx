import { Trans, useLingui } from '@lingui/react/macro'
import { formatTime } from '#i18n/date.ts'
import styles from './BalanceRecords.module.css'
import type { Step } from './transferSteps.ts'

/** The way of a transfer from top to bottom; what is still to come is hollow and says so. */
export function TransferSteps({ steps }: { steps: readonly Step[] }) {
  const { i18n } = useLingui()
  return (
    <ol className={styles.steps}>
      {steps.map(({ words, at, isBad }, index) => (
        <li key={index} className={styles.step} data-open={at === undefined || undefined} data-bad={isBad || undefined}>
          <span>{i18n._(words)}</span>
          <span className={styles.when}>{at === undefined ? <Trans>still to come</Trans> : formatTime(at)}</span>
        </li>
      ))}
    </ol>
  )
}
