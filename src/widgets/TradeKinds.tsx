import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { path } from '#sitemap'
import styles from './TradeKinds.module.css'

/** The kinds of trade, one tap from each other (product §4.2 row 7). */
export function TradeKinds() {
  const { t } = useLingui()
  const kinds = [
    { to: path.contracts, name: t`Contracts` },
    { to: path.spot, name: t`Spot` },
    { to: path.secondContracts, name: t`Seconds` },
    { to: path.swap, name: t`Swap` },
  ] as const
  return (
    <nav aria-label={t`Kinds of trade`} className={styles.kinds}>
      {kinds.map(({ to, name }) => (
        <Link key={to} to={to} className={styles.kind} activeProps={{ 'aria-current': 'page' }} replace>
          {name}
        </Link>
      ))}
    </nav>
  )
}
