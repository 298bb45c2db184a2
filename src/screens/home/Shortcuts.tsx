import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { path } from '#sitemap'
import { Coins, Lender, Machine, Tiles } from '#ui/earnIcons.tsx'
import { Anchor, Contract, Exchange, Wallet } from '#ui/icons.tsx'
import styles from './Home.module.css'

const MoreShortcuts = lazy(() => import('./MoreShortcuts.tsx').then((module) => ({ default: module.MoreShortcuts })))

/** The way to the screens that people open most; each of them is there, and the rest behind the last. */
export function Shortcuts() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <nav aria-label={t`Shortcuts`}>
      <ul className={styles.shortcuts}>
        <Shortcut to={path.contracts} icon={<Contract />} name={t`Contracts`} />
        <Shortcut to={path.swap} icon={<Exchange />} name={t`Swap`} />
        <Shortcut to={path.earnProducts} icon={<Coins />} name={t({ message: 'Earn', context: 'title of the screen' })} />
        <Shortcut to={path.mining} icon={<Machine />} name={t({ message: 'Mining', context: 'title of the screen' })} />
        <Shortcut to={path.borrow} icon={<Lender />} name={t({ message: 'Borrow', context: 'title of the screen' })} />
        <Shortcut to={path.assetCenter} icon={<Wallet />} name={t`Assets`} />
        <Shortcut to={path.demoTrading} icon={<Anchor />} name={t`Demo trading`} />
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
          <MoreShortcuts open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </nav>
  )
}

function Shortcut({ to, icon, name }: { to: NonNullable<LinkProps['to']>; icon: ReactNode; name: string }) {
  return (
    <li>
      <Link to={to} className={styles.shortcut}>
        <span className={styles.badge}>{icon}</span>
        <span>{name}</span>
      </Link>
    </li>
  )
}
