import { Trans, useLingui } from '@lingui/react/macro'
import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { formatTime } from '#i18n/date.ts'
import { classes } from '#ui/classes.ts'
import styles from './BalanceRecords.module.css'
import { ExactAmount } from './ExactAmount.tsx'
import { wordsOfBucket, wordsOfRecord } from '#widgets/recordWords.ts'

/** One movement: what it was, when, how much, and what was there after it. No digit is cut. */
export function RecordRow({ record, onOpen }: { record: BalanceRecord; onOpen: () => void }) {
  const { i18n } = useLingui()
  const { amount, balanceAfter, currency } = record
  const bucket = i18n._(wordsOfBucket(record.bucket))
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.line}>
        <span>{i18n._(wordsOfRecord(record))}</span>
        <span className={styles.amount}>
          <ExactAmount value={amount} currency={currency} signed />
        </span>
      </span>
      <span className={classes(styles.line, styles.when)}>
        <span>{formatTime(record.createTime)}</span>
        <span>
          <Trans>
            {bucket} after: <ExactAmount value={balanceAfter} />
          </Trans>
        </span>
      </span>
    </button>
  )
}
