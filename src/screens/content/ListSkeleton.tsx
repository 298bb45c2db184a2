import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './lists.module.css'

/** Rows that are on their way. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className={styles.skeletons}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.skeleton}>
          <Skeleton width="62%" height={1} />
          <Skeleton lines={2} height={0.75} />
        </div>
      ))}
    </div>
  )
}
