import { type ReactNode, useId } from 'react'
import { Text } from '../Text.tsx'
import styles from './Switch.module.css'

export interface SwitchProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A setting that takes effect at once; the whole row is the target. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      className={styles.row}
      aria-checked={checked}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint ? `${id}-hint` : undefined}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <span className={styles.words}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {hint && (
          <Text as="span" id={`${id}-hint`} tone="quiet">
            {hint}
          </Text>
        )}
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.knob} />
      </span>
    </button>
  )
}
