import { useLingui } from '@lingui/react/macro'
import { lazy, memo, Suspense, useState } from 'react'
import { withWords } from '#i18n/i18n.ts'
import { TilesIcon } from '#ui/icons/earnIcons.tsx'
import styles from './Home.module.css'
import { visibleHomeShortcutCount } from './shortcut.ts'
import { HomeShortcutLink } from './HomeShortcutLink.tsx'
import { useHomeShortcutOrder } from './shortcutOrder.ts'
import { useDefaultHomeShortcuts } from './useNearShortcuts.tsx'

const MoreHomeShortcutsSheet = lazy(() =>
  withWords('home.more', () => import('./MoreHomeShortcutsSheet.tsx')).then((module) => ({ default: module.MoreHomeShortcutsSheet })),
)
const CustomHomeShortcuts = lazy(() =>
  withWords('home.more', () => import('./CustomHomeShortcuts.tsx')).then((module) => ({ default: module.CustomHomeShortcuts })),
)

/** The way to the screens that people open most, in the order that they like; the rest is behind the last. */
export const HomeShortcutsNav = memo(function Shortcuts() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState<boolean>()
  const near = useDefaultHomeShortcuts()
  const order = useHomeShortcutOrder()
  return (
    <nav aria-label={t`Shortcuts`}>
      <ul className={styles.shortcuts}>
        {order || near.length < visibleHomeShortcutCount ? (
          <Suspense fallback={Array.from({ length: visibleHomeShortcutCount }, (_, place) => <Coming key={place} />)}>
            <CustomHomeShortcuts order={order ?? ''} />
          </Suspense>
        ) : (
          near.map((shortcut) => <HomeShortcutLink key={shortcut.id} {...shortcut} />)
        )}
        <li>
          <button type="button" className={styles.shortcut} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <span className={styles.badge}>
              <TilesIcon />
            </span>
            <span>{t({ message: 'More', context: 'shortcuts' })}</span>
          </button>
        </li>
      </ul>
      {isOpen !== undefined && (
        <Suspense>
          <MoreHomeShortcutsSheet open={isOpen} order={order ?? ''} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  )
})

const Coming = () => (
  <li className={styles.shortcut}>
    <span className={styles.badge} />
  </li>
)
