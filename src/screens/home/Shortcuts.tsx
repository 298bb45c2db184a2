import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { withWords } from '#i18n/i18n.ts'
import { Tiles } from '#ui/earnIcons.tsx'
import styles from './Home.module.css'
import { placesOnHome } from './shortcut.ts'
import { ShortcutLink } from './ShortcutLink.tsx'
import { useShortcutOrder } from './shortcutOrder.ts'
import { useNearShortcuts } from './useNearShortcuts.tsx'

const MoreShortcuts = lazy(() => withWords(() => import('./MoreShortcuts.tsx')).then((module) => ({ default: module.MoreShortcuts })))
const OwnShortcuts = lazy(() => withWords(() => import('./OwnShortcuts.tsx')).then((module) => ({ default: module.OwnShortcuts })))

/** The way to the screens that people open most, in the order that they like; the rest is behind the last. */
export function Shortcuts() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState<boolean>()
  const near = useNearShortcuts()
  const order = useShortcutOrder()
  return (
    <nav aria-label={t`Shortcuts`}>
      <ul className={styles.shortcuts}>
        {order ? (
          <Suspense fallback={Array.from({ length: placesOnHome }, (_, place) => <Coming key={place} />)}>
            <OwnShortcuts order={order} />
          </Suspense>
        ) : (
          near.map((shortcut) => <ShortcutLink key={shortcut.id} {...shortcut} />)
        )}
        <li>
          <button type="button" className={styles.shortcut} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <span className={styles.badge}>
              <Tiles />
            </span>
            <span>{t({ message: 'More', context: 'shortcuts' })}</span>
          </button>
        </li>
      </ul>
      {isOpen !== undefined && (
        <Suspense>
          <MoreShortcuts open={isOpen} order={order ?? ''} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  )
}

const Coming = () => (
  <li className={styles.shortcut}>
    <span className={styles.badge} />
  </li>
)
