import { useLingui } from '@lingui/react/macro'
import { Segments } from '#ui/Segments.tsx'
import type { DaysOption } from './loanFigures.ts'
import styles from './Loans.module.css'

/** How long. */
export function DaysField({ options, value, onChange }: { options: readonly DaysOption[]; value: number; onChange(days: number): void }) {
  const { t } = useLingui()
  return (
    <div className={styles.labelled}>
      <span className={styles.label}>{t({ message: 'Days', context: 'how long a loan runs' })}</span>
      <Segments
        label={t({ message: 'Days', context: 'how long a loan runs' })}
        value={String(value)}
        onChange={(days) => onChange(Number(days))}
        options={options.map(({ days }) => ({ value: String(days), label: String(days) }))}
      />
    </div>
  )
}
