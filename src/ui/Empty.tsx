import type { ReactNode } from 'react'
import { BoatDrawing } from './icons/drawings.tsx'
import styles from './Empty.module.css'

export interface EmptyStateProps {
  /** One sentence of what will be here. */
  text: ReactNode
  action?: ReactNode
  drawing?: ReactNode
}

export function EmptyState({ text, action, drawing = <BoatDrawing /> }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.drawing}>{drawing}</span>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}
