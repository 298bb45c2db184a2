import { joinClassNames } from './classes.ts'
import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  label: string
  /** 0..1; without it the waterline runs to and fro. */
  value?: number
}

/** The waterline: one line that carries the state of something under way. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  const ratio = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <div
      // The native element cannot be drawn as one line in every browser.
      role="progressbar"
      className={joinClassNames(styles.line, ratio === undefined && styles.running)}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={ratio === undefined ? undefined : Math.round(ratio * 100)}
    >
      <span style={ratio === undefined ? undefined : { width: `${ratio * 100}%` }} />
    </div>
  )
}
