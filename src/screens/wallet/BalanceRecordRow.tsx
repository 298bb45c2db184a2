import { Trans, useLingui } from '@lingui/react/macro'
import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { formatDateTime } from '#i18n/date.ts'
import { joinClassNames } from '#ui/classes.ts'
import { Text } from '#ui/Text.tsx'
import styles from './BalanceRecords.module.css'
import { ExactAmount } from './ExactAmount.tsx'
import { balanceBucketLabel, balanceRecordLabel } from '#widgets/money/recordWords.ts'

/** One movement: what it was, when, how much, and what was there after it. No digit is cut. */
export function BalanceRecordRow({ record, onOpen }: { record: BalanceRecord; onOpen: () => void }) {
  const { i18n } = useLingui()
  const { amount, balanceAfter, currency } = record
  const bucket = i18n._(balanceBucketLabel(record.bucket))
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.line}>
        <span>{i18n._(balanceRecordLabel(record))}</span>
        <span className={styles.amount}>
          <ExactAmount value={amount} currency={currency} signed />
        </span>
      </span>
      <Text as="span" tone="quiet" className={joinClassNames(styles.line, styles.when)}>
        <span>{formatDateTime(record.createTime)}</span>
        <span>
          <Trans>
            {bucket} after: <ExactAmount value={balanceAfter} />
          </Trans>
        </span>
      </Text>
    </button>
  )
}
