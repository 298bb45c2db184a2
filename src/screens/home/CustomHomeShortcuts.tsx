import { sortHomeShortcuts, visibleHomeShortcutCount } from './shortcut.ts'
import { HomeShortcutLink } from './HomeShortcutLink.tsx'
import { useAllHomeShortcuts } from './useAllShortcuts.tsx'

/** Those that the person put first, or the usual ones where the nearest are not all offered. */
export function CustomHomeShortcuts({ order }: { order: string }) {
  return sortHomeShortcuts(useAllHomeShortcuts(), order.split(','))
    .slice(0, visibleHomeShortcutCount)
    .map((shortcut) => <HomeShortcutLink key={shortcut.id} {...shortcut} />)
}
