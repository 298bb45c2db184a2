import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { useStore } from '#device/store.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { declineInstallation, install, installation } from './installation.ts'
import styles from './QuietRow.module.css'
import { update } from './worker.ts'

/** Offers the home screen on /my, to someone who signed in: who stays may want it nearer. Once declined, silent for 30 days. */
export function InstallPrompt() {
  const way = useStore(installation)
  const isUpdateShown = useStore(update) !== 'none'
  const isOnMe = useRouterState({ select: ({ location }) => location.pathname === path.me })
  const user = useUser()
  if (way === 'none' || isUpdateShown || !isOnMe || !user) return null
  return (
    <aside className={styles['row']} role="status">
      <p>
        {way === 'prompt' ? (
          <Trans>Keep Fairlead on your home screen</Trans>
        ) : (
          <Trans>Tap Share, then “Add to Home Screen”, to keep Fairlead here</Trans>
        )}
      </p>
      <Button kind="quiet" size="small" onClick={declineInstallation}>
        <Trans>Not now</Trans>
      </Button>
      {way === 'prompt' && (
        <Button size="small" onClick={() => void install()}>
          <Trans>Install</Trans>
        </Button>
      )}
    </aside>
  )
}
