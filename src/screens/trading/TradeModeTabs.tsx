import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useProductAvailability } from '#api/features.ts'
import { path } from '#sitemap'
import styles from './TradeModeTabs.module.css'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { type TradeMode, tradeModes } from '#widgets/trading/tradeSearch.ts'
import { useTradeModeNames } from './useModeNames.ts'

/** The kinds of trade that are offered, one tap from each other; the market stays chosen. */
export function TradeModeTabs({ mode }: { mode: TradeMode }) {
  const { t } = useLingui()
  const names = useTradeModeNames()
  const features = useProductAvailability()
  const chosen = useRef<HTMLAnchorElement>(null)
  // Where the kinds are wider than the phone, the chosen one is in sight; a frame later than the router puts scrolled things back.
  useEffect(() => {
    const frame = requestAnimationFrame(() => chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [mode])
  return (
    <nav aria-label={t`Kinds of trade`} className={styles.kinds}>
      {tradeModes
        .filter((one) => isScreenProductOffered(features, path.contracts, { mode: one }))
        .map((one) => (
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
