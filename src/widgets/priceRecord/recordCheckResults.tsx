import { Trans } from '@lingui/react/macro'
import type { PriceRecordVerification, PriceRecordProofChecks } from '#api/priceRecord/witness.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import styles from './FairnessCheckResultList.module.css'
import type { FairnessCheckResult } from './FairnessCheckResultList.tsx'

/** The three ticks of the records that were proved, with what each says. */
export function priceRecordCheckResults(checked: readonly PriceRecordVerification[]): FairnessCheckResult[] {
  const state = (name: keyof PriceRecordProofChecks) => (checked.every(({ ticks }) => ticks[name]) ? ('good' as const) : ('bad' as const))
  const [first] = checked
  const day = first?.proof.head.day
  const count = formatAmount(String(first?.proof.head.treeSize ?? 0), 0)
  const signedAt = first && formatDateTime(first.proof.head.ms)
  return [
    {
      key: 'record',
      state: state('record'),
      title: <Trans>The record says so</Trans>,
      text: checked.map(({ symbol, sec, leaf }) => (
        <span key={`${symbol} ${sec}`} className={styles.line}>
          {symbol} · {formatDateTime(sec * 1000)} · {formatAmount(leaf?.price, 10)}
        </span>
      )),
    },
    {
      key: 'list',
      state: state('list'),
      title: <Trans>It stands in the day's list</Trans>,
      text: (
        <Trans>
          {day}, one of {count} records
        </Trans>
      ),
    },
    {
      key: 'signature',
      state: state('signature'),
      title: <Trans>The list is signed and was never changed</Trans>,
      text: <Trans>Signed {signedAt}, compared with what this device saw before</Trans>,
    },
  ]
}
