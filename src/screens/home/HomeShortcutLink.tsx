import { Link, type LinkProps } from '@tanstack/react-router'
import styles from './Home.module.css'
import type { HomeShortcut } from './shortcut.ts'

/** A badge with its name beneath. */
export function HomeShortcutLink({ to, search, icon, name }: HomeShortcut) {
  return (
    <li>
      <Link to={to} search={search as NonNullable<LinkProps['search']>} className={styles.shortcut}>
        <span className={styles.badge}>{icon}</span>
        <span>{name}</span>
      </Link>
    </li>
  )
}
