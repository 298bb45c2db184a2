import { Link } from '@tanstack/react-router'
import styles from './Home.module.css'
import type { Shortcut } from './shortcut.ts'

/** A badge with its name beneath. */
export function ShortcutLink({ to, search, icon, name }: Shortcut) {
  return (
    <li>
      <Link to={to} search={search as never} className={styles.shortcut}>
        <span className={styles.badge}>{icon}</span>
        <span>{name}</span>
      </Link>
    </li>
  )
}
