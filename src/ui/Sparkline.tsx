import styles from './Sparkline.module.css'

export interface SparklineProps {
  points: readonly number[]
  tone: 'rise' | 'fall' | 'flat'
  /** Old numbers are dashed (docs/rules/interface.md Stale). */
  dashed?: boolean
  /** What it shows; '' where the row already says it. */
  label: string
}

const width = 64
const height = 28
const margin = 2

/** A small line on its own waterline: the first point's level. */
export function Sparkline({ points, tone, dashed = false, label }: SparklineProps) {
  const level = points.length > 1 ? levels(points) : []
  const step = level.length > 1 ? width / (level.length - 1) : 0
  const d = level.map((y, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y.toFixed(1)}`).join('')
  return (
    <svg
      className={styles.spark}
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      role={label ? 'img' : undefined}
      aria-label={label || undefined}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      {level[0] !== undefined && (
        <path className={styles.water} d={`M0 ${level[0].toFixed(1)}H${width}`} vectorEffect="non-scaling-stroke" />
      )}
      {d && <path className={styles.line} d={d} strokeDasharray={dashed ? '3 3' : undefined} vectorEffect="non-scaling-stroke" />}
    </svg>
  )
}

const levels = (points: readonly number[]): number[] => {
  const low = Math.min(...points)
  const span = Math.max(...points) - low
  return points.map((point) => (span === 0 ? height / 2 : height - margin - ((point - low) / span) * (height - 2 * margin)))
}
