import type { ReactNode } from 'react'
import { asDecimal } from '#contract/decimal.ts'
import { formatAmount } from '#i18n/number.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import styles from './Loans.module.css'

interface AmountSliderProps {
  label: string
  value: string
  onChange(value: string): void
  min: string
  max: string
  currency: string
  hint?: ReactNode
  error?: ReactNode
}

/** So that a thumb stops on round sums. */
const stepOf = (room: number): number => (room <= 1_000 ? 10 : 100)

/** How much: by sliding, or typed to the cent. */
export function AmountSlider({ label, value, onChange, min, max, currency, hint, error }: AmountSliderProps) {
  const [least, most] = [decimalToPlotNumber(min), decimalToPlotNumber(max)]
  const [low, high] = [formatAmount(min, 0), formatAmount(max, 0)]
  const step = most > least ? stepOf(most - least) : 1
  const at = Math.min(Math.max(value === '' ? least : decimalToPlotNumber(value), least), most)
  return (
    <div className={styles.amountField}>
      <DecimalField label={label} value={value} onChange={onChange} scale={2} unit={currency} hint={hint} error={error} />
      <div className={styles.slider}>
        <span aria-hidden="true">{low}</span>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={`${formatAmount(asDecimal(String(at)), 0)} ${currency}`}
          min={least}
          max={most}
          step={step}
          disabled={most <= least}
          value={at}
          // The last step may be a short one: the end of the line is always the most there is.
          onChange={({ target }) => onChange(target.valueAsNumber > most - step ? max : target.value)}
        />
        <span aria-hidden="true">{high}</span>
      </div>
    </div>
  )
}
