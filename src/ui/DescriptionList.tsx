import { Fragment, type ReactNode } from 'react'
import styles from './DescriptionList.module.css'

export interface DescriptionItem {
  key: string
  name: ReactNode
  value: ReactNode
  strong?: boolean
}

/** Names on the left, figures on the right, on ruled lines. A figure that changed is tinted for a moment. */
export function DescriptionList({ rows }: { rows: readonly DescriptionItem[] }) {
  return (
    <div className={styles.frame}>
      <dl className={styles.facts}>
        {rows.map(({ key, name, value, strong }) => (
          <Fragment key={key}>
            <dt>{name}</dt>
            <dd className={strong ? styles.strong : undefined}>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
