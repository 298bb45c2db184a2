import type { ReactNode } from 'react'
import { joinClassNames } from './classes.ts'
import styles from './Chip.module.css'

export interface ChipProps {
  tone?: 'plain' | 'violet' | 'brass' | 'warn' | 'info'
  icon?: ReactNode
  children: ReactNode
}

/** A word about the state of things; never pressed. */
export function Chip({ tone = 'plain', icon, children }: ChipProps) {
  return (
    <span className={joinClassNames(styles.chip, styles[tone])}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span>{children}</span>
    </span>
  )
}
