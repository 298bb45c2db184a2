import { Trans, useLingui } from '@lingui/react/macro'
import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { usePreference } from '#device/preferences.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import styles from './BalanceRecords.module.css'
import { exactPlaces } from './exactPlaces.ts'
import { wordsOfBucket, wordsOfType } from './recordWords.ts'

const hidden = '••••'

/** One movement: what it was, when, how much, and what was there after it. All digits are shown, none is cut. */
export function RecordRow({ record, onOpen }: { record: BalanceRecord; onOpen: () => void }) {
  const { i18n } = useLingui()
  const isHidden = usePreference('hideBalance')
  const { amount, balanceAfter, currency } = record
  const bucket = i18n._(wordsOfBucket(record.bucket))
  const after = isHidden ? hidden : formatAmount(balanceAfter, exactPlaces(balanceAfter))
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.what}>
        <span>{i18n._(wordsOfType(record.type))}</span>
        <span className={styles.when}>{formatTime(record.createTime)}</span>
      </span>
      <span className={styles.much}>
        <span className={styles.amount}>
          {isHidden ? hidden : formatSigned(amount, exactPlaces(amount))} <span className={styles.unit}>{currency}</span>
        </span>
        <span className={styles.when}>
          <Trans>
            {bucket} after: {after}
          </Trans>
        </span>
      </span>
    </button>
  )
}
