import { inOrder, placesOnHome } from './shortcut.ts'
import { ShortcutLink } from './ShortcutLink.tsx'
import { useAllShortcuts } from './useAllShortcuts.tsx'

/** Those that the person put first. */
export function OwnShortcuts({ order }: { order: string }) {
  return inOrder(useAllShortcuts(), order.split(','))
    .slice(0, placesOnHome)
    .map((shortcut) => <ShortcutLink key={shortcut.id} {...shortcut} />)
}
