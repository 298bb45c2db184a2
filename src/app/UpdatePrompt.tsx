import { Trans } from '@lingui/react/macro'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSystemSettings } from '#api/person.ts'
import { useStore } from '#device/store.ts'
import { Button } from '#ui/Button.tsx'
import { tabAt } from './tabs.ts'
import { QuietRow } from './QuietRow.tsx'
import { applyUpdate, update } from './worker.ts'
import { isOlder } from './version.ts'

/** A quiet row above the tab bar; a ticket or a sheet is never interrupted. Forced only when `minClient` demands it. */
export function UpdatePrompt() {
  const state = useStore(update)
  const [isPutOff, putOff] = useState(false)
  const isCalm = useRouterState({ select: ({ location }) => isWithoutTicket(location.pathname) })
  const minClient = useSystemSettings()?.minClient
  const isForced = minClient !== undefined && isOlder(__VERSION__, minClient)
  useUpdateOnNextTurn(isForced && state !== 'none')
  if (state === 'none' || !isCalm || (isPutOff && !isForced)) return null
  return (
    <QuietRow
      actions={
        <>
          {!isForced && (
            <Button kind="quiet" size="small" onClick={() => putOff(true)}>
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
    </QuietRow>
  )
}

// The contract tab is a ticket itself.
const isWithoutTicket = (pathname: string): boolean => {
  const tab = tabAt(pathname)
  return tab !== undefined && tab !== 'contracts'
}

/** A forced update waits for the next change of screen with no sheet open. */
function useUpdateOnNextTurn(isDue: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!isDue) return
    return router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged && !document.querySelector('dialog[open]')) void applyUpdate()
    })
  }, [isDue, router])
}
