import { useLingui } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { useHasToken } from '#api/session.ts'
import { path } from '#sitemap'
import { Search } from '#ui/icons.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { askForListedMarkets, useListedMarkets } from '#widgets/useListedMarkets.ts'
import { Wordmark } from '#widgets/Wordmark.tsx'
import { Footer } from './Footer.tsx'
import { Headlines } from './Headlines.tsx'
import styles from './Home.module.css'
import { Invitation } from './Invitation.tsx'
import { Movers } from './Movers.tsx'
import { NetAssets } from './NetAssets.tsx'
import { NoticeLine } from './NoticeLine.tsx'
import { RiseAndFall } from './RiseAndFall.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Watched } from './Watched.tsx'

export const Route = createFileRoute('/home')({ component: Home, loader: askForListedMarkets })

/** Where one stands, what is worth a look, and the way to everything (product §4.2 row 1). */
function Home() {
  const { t } = useLingui()
  const user = useUser()
  const hasToken = useHasToken()
  const listed = useListedMarkets()
  return (
    <ScreenLayout
      title="Fairlead"
      heading={<Wordmark />}
      simulated={listed.isSimulated}
      pricesAt={listed.asOf}
      actions={
        <Link to={path.search} className={styles.find} aria-label={t`Search`} title={t`Search`}>
          <Search />
        </Link>
      }
    >
      {user || hasToken ? <NetAssets user={user} /> : <Invitation />}
      <Shortcuts />
      <NoticeLine />
      <Watched listed={listed} />
      <Movers listed={listed} />
      <RiseAndFall />
      <Headlines />
      <Footer />
    </ScreenLayout>
  )
}
