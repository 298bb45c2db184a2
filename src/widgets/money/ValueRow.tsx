import type { ReactNode } from 'react'
import { joinClassNames } from '#ui/classes.ts'
import { Text } from '#ui/Text.tsx'
import styles from './ValueRow.module.css'

interface ValueRowProps {
  leading?: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  value?: ReactNode
  className?: string | undefined
}

/** A row of a list with a figure or a button at its end, which goes below where large words leave no room beside them. */
export function ValueRow({ leading, title, subtitle, value, className }: ValueRowProps) {
  return (
    <div className={joinClassNames(styles.row, className)}>
      {leading && <span className={styles.leading}>{leading}</span>}
      <div className={styles.body}>
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {subtitle && (
            <Text as="span" tone="quiet">
              {subtitle}
            </Text>
          )}
        </span>
        {value && <span className={styles.value}>{value}</span>}
      </div>
    </div>
  )
}
