import { ledgerScale } from '#contract/constants.ts'
import { usePreference } from '#device/preferences.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import styles from './BalanceRecords.module.css'

interface ExactAmountProps {
  value: string
  currency?: string
  signed?: boolean
}

/** All eight decimals of the ledger, so that rows align; those after the second in a quieter ink. Covered while balances are hidden. */
export function ExactAmount({ value, currency, signed = false }: ExactAmountProps) {
  const isHidden = usePreference('hideBalance')
  const text = signed ? formatSigned(value, ledgerScale) : formatAmount(value, ledgerScale)
  const cut = text.length - ledgerScale + 2
  return (
    <span className={styles.exact}>
      {isHidden ? (
        '••••'
      ) : (
        <>
          {text.slice(0, cut)}
          <span className={styles.tail}>{text.slice(cut)}</span>
        </>
      )}
      {currency && <span className={styles.unit}>&nbsp;{currency}</span>}
    </span>
  )
}
