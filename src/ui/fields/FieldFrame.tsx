import type { ReactNode } from 'react'
import { joinClassNames } from '../classes.ts'
import { FieldError } from './FieldError.tsx'
import styles from './FieldFrame.module.css'

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

/**
 * What every field shares: label, box, hint, and an error that sits under the field and says what to do. A first visit of sign-in carries it: the
 * primitives are written as their classes.
 */
export function FieldFrame({ id, hintId, errorId, label, hint, error, aside, leading, trailing, below, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <div className={styles.heading}>
        <label htmlFor={id} className="text-small weight-medium tone-muted">
          {label}
        </label>
        {aside && <span className="text-small tone-quiet">{aside}</span>}
      </div>
      <div className={joinClassNames('focusRing', styles.box, Boolean(error) && styles.wrong)}>
        {leading && <span className={styles.leading}>{leading}</span>}
        {children}
        {trailing && <span className={styles.trailing}>{trailing}</span>}
      </div>
      {below}
      <div aria-live="polite" className={styles.messages}>
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
      {hint && (
        <p id={hintId} className="text-small tone-quiet">
          {hint}
        </p>
      )}
    </div>
  )
}
