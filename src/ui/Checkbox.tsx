import { type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { Check, Warning } from './icons.tsx'

export interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  name?: string
}

export function Checkbox({ label, checked, onChange, error, ...input }: CheckboxProps) {
  const errorId = useId()
  return (
    <div>
      <label className={styles.row}>
        <span className={styles.box} data-wrong={error ? '' : undefined}>
          <input
            {...input}
            type="checkbox"
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
          />
          <Check className={styles.tick} />
        </span>
        <span className={styles.label}>{label}</span>
      </label>
      <div aria-live="polite">
        {error && (
          <p id={errorId} className={styles.error}>
            <Warning width="1rem" height="1.125rem" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  )
}
