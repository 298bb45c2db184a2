import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { LighthouseDrawing } from './icons/drawings.tsx'
import styles from './Empty.module.css'

export interface ErrorStateProps {
  /** What failed: "Prices did not load". */
  title: ReactNode
  /** Whether money moved, what to do. */
  text?: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: ReactNode
  busy?: boolean
  /** The trace id, one tap to select. */
  detail?: ReactNode
}

export function ErrorState({ title, text, onRetry, retryLabel, busy = false, detail }: ErrorStateProps) {
  return (
    <div className={styles.empty} role="alert">
      <span className={styles.drawing}>
        <LighthouseDrawing />
      </span>
      <div>
        <p className={styles.title}>{title}</p>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {onRetry && retryLabel && (
        <Button kind="secondary" busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
  )
}
