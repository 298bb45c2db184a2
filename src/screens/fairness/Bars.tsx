import type { ReactNode } from 'react'
import styles from './Bars.module.css'

export interface Bar {
  key: string
  name: ReactNode
  /** How it is written. */
  text: string
  /** How long the bar is beside the others. */
  value: number
  tone?: 'plain' | 'warn' | 'bad'
}

/** Figures beside each other as bars from nought, each with its name and its number. */
export function Bars({ rows, most = Math.max(...rows.map(({ value }) => value)) }: { rows: readonly Bar[]; most?: number }) {
  return (
    <dl className={styles.bars}>
      {rows.map(({ key, name, text, value, tone = 'plain' }) => (
        <div key={key} className={styles.row}>
          <dt>{name}</dt>
          <dd>{text}</dd>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} data-tone={tone} style={{ width: `${most > 0 ? Math.min(100, (value / most) * 100) : 0}%` }} />
          </span>
        </div>
      ))}
    </dl>
  )
}

export interface Part {
  key: string
  name: ReactNode
  count: number
  text: string
  look: 1 | 2 | 3 | 4
}

/** A whole and its parts on one bar, with a key that names and counts each. */
export function Parts({ parts }: { parts: readonly Part[] }) {
  return (
    <div className={styles.whole}>
      <span className={styles.stack} aria-hidden="true">
        {parts.map(({ key, count, look }) => count > 0 && <span key={key} data-look={look} style={{ flexGrow: count }} />)}
      </span>
      <dl className={styles.keys}>
        {parts.map(({ key, name, text, look }) => (
          <div key={key} className={styles.key}>
            <dt>
              <span className={styles.dot} data-look={look} aria-hidden="true" />
              {name}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
