import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useSystemSettings } from '#api/person.ts'
import { serverNow } from '#api/serverClock.ts'
import { Button } from '#ui/Button.tsx'
import { formatMaintenanceSpan } from './maintenanceSpan.ts'
import { Snackbar } from '../prompts/QuietRow.tsx'
import { mainTabAt } from '../tabs.ts'

/** What staff tell everybody (docs/rules/environments.md): when the service will be away, and a line of theirs. Closed, it stays so until it says something else. */
export function ServiceStatusBanner() {
  const data = useSystemSettings()
  const [closedKey, setClosedKey] = useState('')
  const isOnTab = useRouterState({ select: ({ location }) => mainTabAt(location.pathname) !== undefined })
  const note = data?.statusNote ?? ''
  const maintenance = data?.maintenance
  // A reply that was kept without a connection may tell of what is over.
  const isMaintenanceAhead = maintenance !== undefined && maintenance.to > serverNow()
  const [from, to] = maintenance && isMaintenanceAhead ? formatMaintenanceSpan(maintenance) : ['', '']
  const bannerKey = `${from}${to}${note}`
  if (bannerKey === '' || bannerKey === closedKey || !isOnTab) return null
  return (
    <Snackbar
      actions={
        <Button kind="quiet" size="small" onClick={() => setClosedKey(bannerKey)}>
          <Trans>Got it</Trans>
        </Button>
      }
    >
      {isMaintenanceAhead && (
        <Trans>
          Maintenance from {from} to {to}.
        </Trans>
      )}{' '}
      {note}
    </Snackbar>
  )
}
