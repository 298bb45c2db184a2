import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { path } from '#sitemap'
import styles from './TradeKinds.module.css'
import { type TradeMode, tradeModes } from '#widgets/tradeSearch.ts'
import { useModeNames } from './useModeNames.ts'

/** The kinds of trade, one tap from each other; the market stays chosen. */
export function TradeKinds({ mode }: { mode: TradeMode }) {
  const { t } = useLingui()
  const names = useModeNames()
  return (
    <nav aria-label={t`Kinds of trade`} className={styles.kinds}>
      {tradeModes.map((one) => (
        <Link
          key={one}
          to={path.contracts}
          search={(now) => ({ ...now, mode: one })}
          className={styles.kind}
          aria-current={one === mode ? 'page' : undefined}
          ref={one === mode ? intoView : undefined}
          replace
        >
          {names[one]}
        </Link>
      ))}
    </nav>
  )
}

/** Where the kinds are wider than the phone, the chosen one is in sight. */
const intoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
