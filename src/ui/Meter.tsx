import type { ReactNode } from 'react'
import styles from './Meter.module.css'

interface MeterProps {
  /** 0..1 */
  value: number
  label: string
  tone?: 'plain' | 'warn' | 'bad'
  /** In words for the screen reader, when the percentage alone says too little. */
  text?: string
}

const clampToOne = (value: number) => Math.min(1, Math.max(0, value))
const meterRole = ({ value, label, text }: MeterProps) => ({
  role: 'meter',
  'aria-label': label,
  'aria-valuemin': 0,
  'aria-valuemax': 100,
  'aria-valuenow': Math.round(clampToOne(value) * 100),
  'aria-valuetext': text,
})

const radius = 17
const circumference = 2 * Math.PI * radius

/** How much of a whole, as a ring with something in the middle. */
export function ProgressRing({ children, ...props }: MeterProps & { children?: ReactNode }) {
  return (
    <span {...meterRole(props)} className={styles.ring} data-tone={props.tone ?? 'plain'}>
      <svg viewBox="0 0 40 40" fill="none" strokeWidth={3} aria-hidden="true" focusable="false">
        <circle cx="20" cy="20" r={radius} stroke="var(--color-hairline)" />
        <circle
          cx="20"
          cy="20"
          r={radius}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={`${circumference * clampToOne(props.value)} ${circumference}`}
          transform="rotate(-90 20 20)"
        />
      </svg>
      {children && <span className={styles.middle}>{children}</span>}
    </span>
  )
}
