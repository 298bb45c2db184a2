import { type ReactNode, useEffect, useRef } from 'react'
import styles from './QuietRow.module.css'

/** A line above the tab bar that asks for nothing at once. What a screen keeps at its bottom edge stands above it. */
export function QuietRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const measured = new ResizeObserver(() => style.setProperty('--quiet-row', `${row.current?.offsetHeight ?? 0}px`))
    if (row.current) measured.observe(row.current)
    return () => {
      measured.disconnect()
      style.removeProperty('--quiet-row')
    }
  }, [])
  return (
    <aside ref={row} className={styles['row']} role="status">
      {children}
    </aside>
  )
}
