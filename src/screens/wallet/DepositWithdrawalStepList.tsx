import { Trans, useLingui } from '@lingui/react/macro'
import { formatDateTime } from '#i18n/date.ts'
import { Text } from '#ui/Text.tsx'
import styles from './BalanceRecords.module.css'
import type { DepositWithdrawalStep } from './depositWithdrawalSteps.ts'

/** The way of a transfer from top to bottom; what is still to come is hollow and says so. */
export function DepositWithdrawalStepList({ steps }: { steps: readonly DepositWithdrawalStep[] }) {
  const { i18n } = useLingui()
  return (
    <ol className={styles.steps}>
      {steps.map(({ words, at, isBad }, index) => (
        <li key={index} className={styles.step} data-open={at === undefined || undefined} data-bad={isBad || undefined}>
          <span>{i18n._(words)}</span>
          <Text as="span" tone="quiet" className={styles.when}>
            {at === undefined ? <Trans>still to come</Trans> : formatDateTime(at)}
          </Text>
        </li>
      ))}
    </ol>
  )
}
