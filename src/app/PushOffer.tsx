import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { usePushHere } from '#api/pushHere.ts'
import { declinePush, usePushOffer } from '#api/pushOffer.ts'
import { pushAbility } from '#device/notifications.ts'
import { useStore } from '#device/store.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { useInstallOffer } from './installOffer.ts'
import { QuietRow } from './QuietRow.tsx'
import { update } from './worker.ts'

/** Offers notifications where orders and money are, once there is something to tell; turned down, it never comes back. */
export function PushOffer() {
  const isOffered = usePushOffer()
  const here = usePushHere()
  const user = useUser()
  const isUpdateShown = useStore(update) !== 'none'
  const isInstallOffered = useInstallOffer() !== 'none'
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const isPlace = pathname === path.contracts || (pathname === path.me && !isInstallOffered)
  if (!isOffered || here !== undefined || !user || isUpdateShown || !isPlace || pushAbility() !== 'able') return null
  return (
    <QuietRow
      actions={
        <>
          <Button kind="quiet" size="small" onClick={declinePush}>
            <Trans>No, thanks</Trans>
          </Button>
          <ButtonLink to={path.notifications} size="small">
            <Trans>Choose</Trans>
          </ButtonLink>
        </>
      }
    >
      <Trans>Hear of your orders and deposits while the app is closed?</Trans>
    </QuietRow>
  )
}
