import { type ReactNode, useId } from 'react'
import { FieldError } from './FieldError.tsx'
import styles from './Checkbox.module.css'
import { CheckIcon } from '../icons/icons.tsx'

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
          <CheckIcon className={styles.tick} />
        </span>
        <span className={styles.label}>{label}</span>
      </label>
      <div aria-live="polite">{error && <FieldError id={errorId}>{error}</FieldError>}</div>
    </div>
  )
}
