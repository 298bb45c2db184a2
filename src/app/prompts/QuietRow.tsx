import { type ReactNode, useEffect, useRef } from 'react'
import styles from './QuietRow.module.css'

/** Where quiet rows stand: above the tab bar, one over the other. What a screen keeps at its bottom edge stands above them all. */
export function SnackbarStack({ children }: { children: ReactNode }) {
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--quiet-row', `${rows.current?.offsetHeight ?? 0}px`))
    if (rows.current) observer.observe(rows.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--quiet-row')
    }
  }, [])
  return (
    <div ref={rows} className={styles['rows']}>
      {children}
    </div>
  )
}

/** A line above the tab bar that asks for nothing at once, and what can be done about it: beside the words, or below them where there is no room. */
export function Snackbar({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <aside className={styles['row']} role="status">
      <p>{children}</p>
      <div className={styles['actions']}>{actions}</div>
    </aside>
  )
}
