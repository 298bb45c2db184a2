import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { path, type SitemapScreen, sitemap } from '#sitemap'
import { joinClassNames } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { BackIcon } from '#ui/icons/icons.tsx'
import { BackgroundDrawing } from './BackgroundDrawing.tsx'
import { ScreenHelpButton } from './help/ScreenHelpButton.tsx'
import styles from './ScreenLayout.module.css'
import { ScreenStatusChips, type ScreenStatusChipsProps } from './ScreenStatusChips.tsx'
import { useGoBack } from './useGoBack.ts'

export interface ScreenLayoutProps extends Pick<ScreenStatusChipsProps, 'simulated' | 'pricesAt'> {
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

const sitemapRowFor = (pathname: string): SitemapScreen | undefined =>
  Object.values<SitemapScreen>(sitemap).find((row) => row.path === pathname)

/** The frame of every screen: top bar, chip line, content, action area (docs/rules/interface.md). */
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
  const [initialPathname] = useState(() => router.state.location.pathname)
  const row = sitemapRowFor(initialPathname)
  const drawing = row?.background !== 'ledger' && row?.background
  useEffect(() => {
    document.title = title === 'Fairlead' ? title : `${title} · Fairlead`
  }, [title])
  return (
    <div className={joinClassNames(styles.screen, row?.tab && styles.tabbed, row?.background && styles[row.background])} data-tone={tone}>
      {drawing && <BackgroundDrawing name={drawing} className={styles.drawing} />}
      <header className={styles.bar}>
        <div className={styles.start}>{back !== false && <BackButton fallback={typeof back === 'string' ? back : path.home} />}</div>
        <h1 className={joinClassNames(styles.title, heading !== undefined && styles.drawn)}>
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
          <ScreenHelpButton of={initialPathname} />
          {actions}
        </div>
      </header>
      <ScreenStatusChips demo={tone === 'demo'} simulated={simulated} pricesAt={pricesAt}>
        {chips}
      </ScreenStatusChips>
      <main className={joinClassNames(styles.main, !flush && styles.padded)}>{children}</main>
      {bottom && <footer className={styles.bottom}>{bottom}</footer>}
    </div>
  )
}

function BackButton({ fallback }: { fallback: string }) {
  const { t } = useLingui()
  return <IconButton icon={<BackIcon />} label={t`Back`} onClick={useGoBack(fallback)} />
}
