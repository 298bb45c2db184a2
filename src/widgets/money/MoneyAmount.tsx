import { useLingui } from '@lingui/react/macro'
import { useDevicePreference } from '#device/preferences.ts'
import { formatBalance, formatSignedAmount } from '#i18n/number.ts'
import styles from './MoneyAmount.module.css'

export interface MoneyAmountProps {
  /** A plain decimal; null or undefined shows a dash. */
  value: string | null | undefined
  places: number
  currency?: string
  /** Covered while the person hides balances. */
  hidable?: boolean
  /** With its sign, in the colours of profit and loss. */
  signed?: boolean
}

/** Money: truncated, tabular, the unit in a quieter ink. */
export function MoneyAmount({ value, places, currency, hidable = false, signed = false }: MoneyAmountProps) {
  const { t } = useLingui()
  const isHidden = useDevicePreference('hideBalance') && hidable
  const text = signed ? formatSignedAmount(value, places) : formatBalance(value, places)
  const tone = !signed || isHidden ? undefined : text.startsWith('+') ? 'rise' : text.startsWith('\u2212') ? 'fall' : undefined
  return (
    <span className={styles.amount} data-tone={tone}>
      {isHidden ? (
        <>
          <span aria-hidden="true">••••</span>
          <span className="visuallyHidden">{t`hidden`}</span>
        </>
      ) : (
        text
      )}
      {currency && <span className={styles.unit}>&nbsp;{currency}</span>}
    </span>
  )
}
