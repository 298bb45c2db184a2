import { useLingui } from '@lingui/react/macro'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { withWords } from '#i18n/i18n.ts'
import { path, type Screen, sitemap } from '#sitemap'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Back } from '#ui/icons.tsx'
import { Drawing } from './Drawing.tsx'
import styles from './ScreenLayout.module.css'
import { StatusChips, type StatusChipsProps } from './StatusChips.tsx'

export interface ScreenLayoutProps extends Pick<StatusChipsProps, 'simulated' | 'pricesAt'> {
  title: string
  /** Drawn instead of the title, which then only the screen reader and the browser's tab say. */
  heading?: ReactNode
  /** true: back, or home where there is nothing to go back to. A path: that screen where there is nothing to go back to. */
  back?: boolean | string
  /** At most two icon buttons. */
  actions?: ReactNode
  /** Chips of this screen, after the standing ones. */
  chips?: ReactNode
  /** The action area in reach of the thumb. */
  bottom?: ReactNode
  /** Violet frame: this is play money, that of the demo book or of a competition, which a chip then names. */
  tone?: 'demo' | 'contest' | undefined
  /** Content runs to the edges of the screen. */
  flush?: boolean
  children: ReactNode
}

// After the screen; without it the screen is whole too.
const ScreenHelp = lazy<ComponentType<{ of: string }>>(() =>
  withWords(() => import('./help/ScreenHelp.tsx')).catch(() => ({ default: () => null })),
)

const rowOf = (pathname: string): Screen | undefined => Object.values<Screen>(sitemap).find((row) => row.path === pathname)

/** The frame of every screen: top bar, chip line, content, action area (product §4.1). */
export function ScreenLayout({
  title,
  heading,
  back = false,
  actions,
  chips,
  bottom,
  tone,
  flush = false,
  simulated,
  pricesAt,
  children,
}: ScreenLayoutProps) {
  const router = useRouter()
  // The screen's own: while the next screen is on its way the address is already its.
  const [place] = useState(() => router.state.location.pathname)
  const row = rowOf(place)
  const drawing = row?.background !== 'ledger' && row?.background
  useEffect(() => {
    document.title = title === 'Fairlead' ? title : `${title} · Fairlead`
  }, [title])
  return (
    <div className={classes(styles.screen, row?.tab && styles.tabbed, row?.background && styles[row.background])} data-tone={tone}>
      {drawing && <Drawing name={drawing} className={styles.drawing} />}
      <header className={styles.bar}>
        <div className={styles.start}>{back !== false && <BackButton fallback={typeof back === 'string' ? back : path.home} />}</div>
        <h1 className={classes(styles.title, heading !== undefined && styles.drawn)}>
          {heading === undefined ? (
            title
          ) : (
            <>
              <span className="visuallyHidden">{title}</span>
              {heading}
            </>
          )}
        </h1>
        <div className={styles.end}>
          {place !== path.home && (
            <Suspense>
              <ScreenHelp of={place} />
            </Suspense>
          )}
          {actions}
        </div>
      </header>
      <StatusChips demo={tone === 'demo'} simulated={simulated} pricesAt={pricesAt}>
        {chips}
      </StatusChips>
      <main className={classes(styles.main, !flush && styles.padded)}>{children}</main>
      {bottom && <footer className={styles.bottom}>{bottom}</footer>}
    </div>
  )
}

function BackButton({ fallback }: { fallback: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const goBack = () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: fallback, replace: true })
  }
  return <IconButton icon={<Back />} label={t`Back`} onClick={goBack} />
}
