import styles from './Wordmark.module.css'

/** The fairlead and its rope, and the name. */
export function Wordmark() {
  return (
    <span className={styles.wordmark} aria-hidden="true">
      <svg viewBox="0 0 64 64" fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round">
        <circle cx="32" cy="25" r="15" />
        <path d="M32 25c0 14-8 18-22 18" />
        <path d="M6 54h52" strokeWidth="3" />
      </svg>
      Fairlead
    </span>
  )
}
