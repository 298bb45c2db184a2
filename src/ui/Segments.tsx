import { type KeyboardEvent, type ReactNode, useRef } from 'react'
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

/** One of a few. One tab stop; the arrow keys choose. */
export function Segments<Value extends string>({ label, value, onChange, options, look = 'box', className }: SegmentsProps<Value>) {
  const group = useRef<HTMLDivElement>(null)
  const current = options.some((option) => option.value === value) ? value : options[0]?.value
  const move = (event: KeyboardEvent) => {
    const index = options.findIndex((option) => option.value === current)
    const next = target(event, index, options.length)
    const option = next === undefined ? undefined : options[next]
    if (!option || next === undefined) return
    event.preventDefault()
    onChange(option.value)
    ;(group.current?.children[next] as HTMLElement | undefined)?.focus()
  }
  return (
    <div ref={group} role="radiogroup" aria-label={label} className={classes(styles.group, styles[look], className)} onKeyDown={move}>
      {options.map((option) => (
        // A native radio could not be styled to a full 44 px target that wraps to two lines in nine languages.
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === current ? 0 : -1}
          className={styles.option}
          onClick={() => onChange(option.value)}
        >
          <span>{option.label}</span>
        </button>
      ))}
    </div>
  )
}

const target = (event: KeyboardEvent, index: number, count: number): number | undefined => {
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (index + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
