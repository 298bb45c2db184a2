import type { ReactNode } from 'react'
import { Boat } from './drawings.tsx'
import styles from './Empty.module.css'

export interface EmptyProps {
  /** One sentence of what will be here. */
  text: ReactNode
  action?: ReactNode
  drawing?: ReactNode
}

export function Empty({ text, action, drawing = <Boat /> }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.drawing}>{drawing}</span>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}
