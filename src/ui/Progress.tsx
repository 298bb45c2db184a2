import { classes } from './classes.ts'
import styles from './Progress.module.css'

export interface ProgressProps {
  label: string
  /** 0..1; without it the waterline runs to and fro. */
  value?: number
}

/** The waterline: one line that carries the state of something under way. */
export function Progress({ label, value }: ProgressProps) {
  const known = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <div
      // The native element cannot be drawn as one line in every browser.
      role="progressbar"
      className={classes(styles.line, known === undefined && styles.running)}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known === undefined ? undefined : Math.round(known * 100)}
    >
      <span style={known === undefined ? undefined : { width: `${known * 100}%` }} />
    </div>
  )
}
