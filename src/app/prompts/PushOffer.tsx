import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { usePushPreferences } from '#api/push/pushDevice.ts'
import { declinePushOffer, useIsPushOfferDue } from '#api/push/pushOffer.ts'
import { pushNotificationSupport } from '#device/notifications.ts'
import { useStore } from '#device/store.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { useOfferedInstallWay } from './installOffer.ts'
import { Snackbar } from './QuietRow.tsx'
import { appUpdateStore } from '../worker/worker.ts'

/** Offers notifications where orders and money are, once there is something to tell; turned down, it never comes back. */
export function PushOffer() {
  const isOffered = useIsPushOfferDue()
  const currentPreferences = usePushPreferences()
  const user = useUser()
  const isUpdateShown = useStore(appUpdateStore) !== 'none'
  const isInstallOffered = useOfferedInstallWay() !== 'none'
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const isOfferScreen = pathname === path.contracts || (pathname === path.me && !isInstallOffered)
  if (!isOffered || currentPreferences !== undefined || !user || isUpdateShown || !isOfferScreen || pushNotificationSupport() !== 'able')
    return null
  return (
    <Snackbar
      actions={
        <>
          <Button kind="quiet" size="small" onClick={declinePushOffer}>
            <Trans>No, thanks</Trans>
          </Button>
          <ButtonLink to={path.notifications} size="small">
            <Trans>Choose</Trans>
          </ButtonLink>
        </>
      }
    >
      <Trans>Hear of your orders and deposits while the app is closed?</Trans>
    </Snackbar>
  )
}
