import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './FieldFrame.module.css'
import { Warning } from './icons.tsx'

interface FieldFrameProps {
  id: string
  hintId: string
  errorId: string
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Right of the label: a balance, a link. */
  aside?: ReactNode
  leading?: ReactNode
  trailing?: ReactNode
  below?: ReactNode
  children: ReactNode
}

/** What every field shares: label, box, hint, and an error that sits under the field and says what to do. */
export function FieldFrame({ id, hintId, errorId, label, hint, error, aside, leading, trailing, below, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <div className={styles.heading}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      <div className={classes(styles.box, Boolean(error) && styles.wrong)}>
        {leading && <span className={styles.leading}>{leading}</span>}
        {children}
        {trailing && <span className={styles.trailing}>{trailing}</span>}
      </div>
      {below}
      <div aria-live="polite" className={styles.messages}>
        {error && (
          <p id={errorId} className={styles.error}>
            <Warning className={styles.sign} />
            <span>{error}</span>
          </p>
        )}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
