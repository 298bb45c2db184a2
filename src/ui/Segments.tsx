import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './Segments.module.css'

export interface SegmentsProps<Value extends string> {
  /** Names the group for the screen reader. */
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
  /** `box`: a switch of two to five. `line`: headings on a waterline, scrolls sideways. */
  look?: 'box' | 'line'
  className?: string | undefined
}

/** One of a few. Native radios under the words: one tab stop, and the arrow keys choose. */
export function Segments<Value extends string>({ label, value, onChange, options, look = 'box', className }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset role="radiogroup" aria-label={label} className={classes(styles.group, styles[look], className)}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
