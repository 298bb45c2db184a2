import { ledgerScale } from '#contract/constants.ts'
import { useDevicePreference } from '#device/preferences.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { Text } from '#ui/Text.tsx'
import styles from './BalanceRecords.module.css'

interface ExactAmountProps {
  value: string
  currency?: string
  signed?: boolean
}

/** All eight decimals of the ledger, so that rows align; those after the second in a quieter ink. Covered while balances are hidden. */
export function ExactAmount({ value, currency, signed = false }: ExactAmountProps) {
  const isHidden = useDevicePreference('hideBalance')
  const text = signed ? formatSignedAmount(value, ledgerScale) : formatAmount(value, ledgerScale)
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
      {currency && (
        <Text as="span" size="micro" tone="quiet">
          &nbsp;{currency}
        </Text>
      )}
    </span>
  )
}
