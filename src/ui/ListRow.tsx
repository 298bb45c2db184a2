import type { ReactNode } from 'react'
import { joinClassNames } from './classes.ts'
import styles from './ListRow.module.css'

export interface ListRowProps {
  leading?: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  trailing?: ReactNode
  onClick?: () => void
  disabled?: boolean
}

/** The classes of a row, for rows that are links. */
export const pressableListRowClassNames = joinClassNames(styles.row, styles.pressed)

/** What stands in a row, for rows that are links. */
export function ListRowContent({ leading, title, subtitle, trailing }: ListRowProps) {
  return (
    <>
      {leading && <span className={styles.leading}>{leading}</span>}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {subtitle && <span className={styles.subtitle}>{subtitle}</span>}
      </span>
      {trailing && <span className={styles.trailing}>{trailing}</span>}
    </>
  )
}

/** One line of a list; a button when it can be pressed. */
export function ListRow({ onClick, disabled = false, ...content }: ListRowProps) {
  if (!onClick) {
    return (
      <div className={styles.row}>
        <ListRowContent {...content} />
      </div>
    )
  }
  return (
    <button type="button" className={pressableListRowClassNames} disabled={disabled} onClick={onClick}>
      <ListRowContent {...content} />
    </button>
  )
}
