import type { ReactNode } from 'react'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import styles from './BarChart.module.css'

export interface BarChartRow {
  key: string
  name: ReactNode
  /** How it is written. */
  text: string
  /** How long the bar is beside the others. */
  value: number
  tone?: 'plain' | 'warn' | 'bad'
}

/** Figures beside each other as bars from nought, each with its name and its number. */
export function BarChart({
  rows,
  maxValue = Math.max(...rows.map(({ value }) => value)),
}: {
  rows: readonly BarChartRow[]
  maxValue?: number
}) {
  return (
    <Grid as="dl" gap={3}>
      {rows.map(({ key, name, text, value, tone = 'plain' }) => (
        <div key={key} className={styles.row}>
          <dt>{name}</dt>
          <dd>{text}</dd>
          <span className={styles.track} aria-hidden="true">
            <span
              className={styles.bar}
              data-tone={tone}
              style={{ width: `${maxValue > 0 ? Math.min(100, (value / maxValue) * 100) : 0}%` }}
            />
          </span>
        </div>
      ))}
    </Grid>
  )
}

export interface StackedBarPart {
  key: string
  name: ReactNode
  count: number
  text: string
  pattern: 1 | 2 | 3 | 4
}

/** A whole and its parts on one bar, with a key that names and counts each. */
export function StackedBar({ parts }: { parts: readonly StackedBarPart[] }) {
  return (
    <Grid gap={3}>
      <span className={styles.stack} aria-hidden="true">
        {parts.map(({ key, count, pattern }) => count > 0 && <span key={key} data-look={pattern} style={{ flexGrow: count }} />)}
      </span>
      <dl className={styles.keys}>
        {parts.map(({ key, name, text, pattern }) => (
          <div key={key} className={styles.key}>
            <Row as="dt" align="baseline" gap={2}>
              <span className={styles.dot} data-look={pattern} aria-hidden="true" />
              {name}
            </Row>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Grid>
  )
}
