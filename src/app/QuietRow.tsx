import { type ReactNode, useEffect, useRef } from 'react'
import styles from './QuietRow.module.css'

/** Where quiet rows stand: above the tab bar, one over the other. What a screen keeps at its bottom edge stands above them all. */
export function QuietRows({ children }: { children: ReactNode }) {
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const measured = new ResizeObserver(() => style.setProperty('--quiet-row', `${rows.current?.offsetHeight ?? 0}px`))
    if (rows.current) measured.observe(rows.current)
    return () => {
      measured.disconnect()
      style.removeProperty('--quiet-row')
    }
  }, [])
  return (
    <div ref={rows} className={styles['rows']}>
      {children}
    </div>
  )
}

/** A line above the tab bar that asks for nothing at once. */
export function QuietRow({ children }: { children: ReactNode }) {
  return (
    <aside className={styles['row']} role="status">
      {children}
    </aside>
  )
}
