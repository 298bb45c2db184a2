import { type ReactNode, useEffect, useId, useRef } from 'react'
import { joinClassNames } from '../classes.ts'
import styles from './Segments.module.css'

export interface SegmentedControlProps<Value extends string> {
  /** Names the group for the screen reader. */
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
  /** `box`: a switch of two to five. `line`: headings on a waterline, scrolls sideways. */
  look?: 'box' | 'line'
  className?: string | undefined
}

/** How wide a row that goes on fades (Segments.module.css). */
const fadePx = 40

/** One of a few. Native radios under the words: one tab stop, and the arrow keys choose. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
  look = 'box',
  className,
}: SegmentedControlProps<Value>) {
  const name = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  // What was chosen elsewhere may stand beyond the edge of a row that scrolls.
  useEffect(() => {
    const row = group.current
    const selectedLabel = row?.querySelector(':checked')?.parentElement
    if (!row || !selectedLabel) return
    const [rowRect, selectedRect] = [row.getBoundingClientRect(), selectedLabel.getBoundingClientRect()]
    if (selectedRect.left < rowRect.left || selectedRect.right > rowRect.right - fadePx)
      row.scrollLeft += selectedRect.left - rowRect.left - (rowRect.width - selectedRect.width) / 2
  }, [value])
  return (
    <fieldset ref={group} role="radiogroup" aria-label={label} className={joinClassNames(styles.group, styles[look], className)}>
      {options.map((option) => (
        <label key={option.value} className={joinClassNames('focusRing', styles.option)}>
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
