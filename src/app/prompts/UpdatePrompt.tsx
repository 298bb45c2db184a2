import { Trans } from '@lingui/react/macro'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSystemSettings } from '#api/person.ts'
import { useStore } from '#device/store.ts'
import { Button } from '#ui/Button.tsx'
import { mainTabAt } from '../tabs.ts'
import { Snackbar } from './QuietRow.tsx'
import { applyUpdate, appUpdateStore } from '../worker/worker.ts'
import { isOlderVersion } from '../worker/version.ts'

/** A quiet row above the tab bar; a ticket or a sheet is never interrupted. Forced only when `minClient` demands it. */
export function UpdatePrompt() {
  const state = useStore(appUpdateStore)
  const [isPostponed, setPostponed] = useState(false)
  const hasNoTicketOpen = useRouterState({ select: ({ location }) => isScreenWithoutTicket(location.pathname) })
  const minClient = useSystemSettings()?.minClient
  const isForced = minClient !== undefined && isOlderVersion(__VERSION__, minClient)
  useUpdateOnNextNavigation(isForced && state !== 'none')
  if (state === 'none' || !hasNoTicketOpen || (isPostponed && !isForced)) return null
  return (
    <Snackbar
      actions={
        <>
          {!isForced && (
            <Button kind="quiet" size="small" onClick={() => setPostponed(true)}>
              <Trans>Later</Trans>
            </Button>
          )}
          <Button size="small" onClick={() => void applyUpdate()}>
            <Trans>Update</Trans>
          </Button>
        </>
      }
    >
      {isForced ? <Trans>This version is no longer supported</Trans> : <Trans>A new version is ready</Trans>}
    </Snackbar>
  )
}

// The contract tab is a ticket itself.
const isScreenWithoutTicket = (pathname: string): boolean => {
  const tab = mainTabAt(pathname)
  return tab !== undefined && tab !== 'contracts'
}

/** A forced update waits for the next change of screen with no sheet open. */
function useUpdateOnNextNavigation(isDue: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!isDue) return
    return router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged && !document.querySelector('dialog[open]')) void applyUpdate()
    })
  }, [isDue, router])
}
