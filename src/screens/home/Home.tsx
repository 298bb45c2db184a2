import { useLingui } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, memo, Suspense, useEffect } from 'react'
import { useUser } from '#api/person.ts'
import { useHasToken } from '#api/session.ts'
import { withWords } from '#i18n/i18n.ts'
import { useStore } from '#device/store.ts'
import { path } from '#sitemap'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { prefetchListedMarkets, useListedMarkets } from '#widgets/market/useListedMarkets.ts'
import { Wordmark } from '#widgets/Wordmark.tsx'
import styles from './Home.module.css'
import { VisitorDemoPrompt } from './VisitorDemoPrompt.tsx'
import { MoversSection } from './MoversSection.tsx'
import { NoticeLines } from './NoticeLines.tsx'
import { loadNetAssetsComponent, netAssetsComponentStore } from './netAssetsComponent.ts'
import { HomeShortcutsNav } from './HomeShortcutsNav.tsx'
import { useOnceNearViewport } from './useOnceNearViewport.ts'
import { FavouriteMarketsSection } from './FavouriteMarketsSection.tsx'

const BelowFold = lazy(() => withWords('home.more', () => import('./HomeBelowFold.tsx')))

export const Route = createFileRoute('/home')({ component: Home, loader: () => (prefetchListedMarkets(), loadNetAssetsComponent()) })

/** Where one stands, what is worth a look, and the way to everything. */
function Home() {
  const { t } = useLingui()
  const listed = useListedMarkets()
  const [below, hasComeBelow] = useOnceNearViewport()
  return (
    <ScreenLayout
      title="Fairlead"
      heading={<Wordmark />}
      simulated={listed.isSimulated}
      pricesAt={listed.asOf}
      actions={
        <Link to={path.search} className={styles.find} aria-label={t`Search`} title={t`Search`}>
          <SearchIcon />
        </Link>
      }
    >
      <Standing />
      <HomeShortcutsNav />
      <NoticeLines />
      <FavouriteMarketsSection listed={listed} />
      <MoversSection listed={listed} />
      <div ref={below} className={styles.below}>
        {hasComeBelow && (
          <Suspense>
            <BelowFold listed={listed} />
          </Suspense>
        )}
      </div>
    </ScreenLayout>
  )
}

/** What somebody has here, or how to begin. By itself, as all that stands beside the list of markets: an answer for one is not drawn by the others. */
const Standing = memo(function Standing() {
  const user = useUser()
  const hasToken = useHasToken()
  const { NetAssetsCard } = useStore(netAssetsComponentStore)
  useEffect(() => {
    if (hasToken) void loadNetAssetsComponent()
  }, [hasToken])
  if (!user && !hasToken) return <VisitorDemoPrompt />
  return NetAssetsCard ? <NetAssetsCard user={user} /> : <Skeleton lines={3} />
})
