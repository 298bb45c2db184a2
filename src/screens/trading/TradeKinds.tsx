import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { path } from '#sitemap'
import styles from './TradeKinds.module.css'
import { type TradeMode, tradeModes } from '#widgets/tradeSearch.ts'
import { useModeNames } from './useModeNames.ts'

/** The kinds of trade, one tap from each other; the market stays chosen. */
export function TradeKinds({ mode }: { mode: TradeMode }) {
  const { t } = useLingui()
  const names = useModeNames()
  const chosen = useRef<HTMLAnchorElement>(null)
  // Where the kinds are wider than the phone, the chosen one is in sight; a frame later than the router puts scrolled things back.
  useEffect(() => {
    const frame = requestAnimationFrame(() => chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [mode])
  return (
    <nav aria-label={t`Kinds of trade`} className={styles.kinds}>
      {tradeModes.map((one) => (
        <Link
          key={one}
          to={path.contracts}
          search={(now) => ({ ...now, mode: one })}
          className={styles.kind}
          aria-current={one === mode ? 'page' : undefined}
          ref={one === mode ? chosen : undefined}
          replace
        >
          {names[one]}
        </Link>
      ))}
    </nav>
  )
}
