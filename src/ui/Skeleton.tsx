import { joinClassNames } from './classes.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  /** Any CSS length; a number is rem. */
  width?: string | number
  height?: string | number
  lines?: number
}

const length = (value: string | number | undefined) => (typeof value === 'number' ? `${value}rem` : value)

/** The shape of what is coming; appears after 150 ms so that a fast answer shows none. */
export function Skeleton({ width, height = 0.875, lines = 1 }: SkeletonProps) {
  return (
    <span className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          className={joinClassNames(styles.line, lines > 1 && line === lines - 1 && styles.last)}
          style={{ width: length(width), height: length(height) }}
        />
      ))}
    </span>
  )
}
