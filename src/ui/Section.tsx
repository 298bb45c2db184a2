import { type ReactNode, useId } from 'react'
import { joinClassNames } from './classes.ts'
import styles from './Section.module.css'

export interface SectionProps {
  title: ReactNode
  action?: ReactNode
  /** Keeps the title for the screen reader only. */
  quietTitle?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A part of a screen with a heading and at most one action. */
export function Section({ title, action, quietTitle = false, className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={joinClassNames(styles.section, className)} aria-labelledby={id}>
      <div className={joinClassNames(styles.heading, quietTitle && 'visuallyHidden')}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {children}
    </section>
  )
}
