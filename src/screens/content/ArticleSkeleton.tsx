import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './Article.module.css'

/** An article on its way. */
export function ArticleSkeleton() {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`} className={styles.reader}>
      <Skeleton width="80%" height={1.5} />
      <Skeleton width="40%" height={0.75} />
      <Skeleton lines={6} />
      <Skeleton lines={5} />
    </div>
  )
}
