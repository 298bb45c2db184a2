import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './MarketRowsSkeleton.module.css'

/** The shape of rows that are on their way. */
export function MarketRowsSkeleton({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={styles.row}>
          <span className={styles.name}>
            <Skeleton width={5.5} />
            <Skeleton width={4} height={0.75} />
          </span>
          <Skeleton width={4} height={1.25} />
          <span className={styles.numbers}>
            <Skeleton width={4.5} />
            <Skeleton width={3.5} height={0.75} />
          </span>
        </div>
      ))}
    </div>
  )
}
