import { useLingui } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { path } from '#sitemap'
import { Anchor, Bell, Contract, Exchange, Help, Market, News, Wallet } from '#ui/icons.tsx'
import styles from './Home.module.css'

/** The way to the screens that people open most; each of them is there. */
export function Shortcuts() {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Shortcuts`}>
      <ul className={styles.shortcuts}>
        <Shortcut to={path.contracts} icon={<Contract />} name={t`Contracts`} />
        <Shortcut to={path.swap} icon={<Exchange />} name={t`Swap`} />
        <Shortcut to={path.demoTrading} icon={<Anchor />} name={t`Demo trading`} />
        <Shortcut to={path.assetCenter} icon={<Wallet />} name={t`Assets`} />
        <Shortcut to={path.markets} icon={<Market />} name={t`Markets`} />
        <Shortcut to={path.news} icon={<News />} name={t`News`} />
        <Shortcut to={path.announcements} icon={<Bell />} name={t`Notices`} />
        <Shortcut to={path.articles} icon={<Help />} name={t`Help`} />
      </ul>
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
