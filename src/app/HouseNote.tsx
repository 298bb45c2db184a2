import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { systemSettingsQuery } from '#api/person.ts'
import { Button } from '#ui/Button.tsx'
import { maintenanceSpan } from './maintenanceSpan.ts'
import { QuietRow } from './QuietRow.tsx'
import { tabAt } from './tabs.ts'

const askAgainMs = 5 * 60_000

/** What staff tell everybody (product §1.6 call 102): when the service will be away, and a line of theirs. Closed, it stays so until it says something else. */
export function HouseNote() {
  const { data } = useQuery({ ...systemSettingsQuery(), refetchInterval: askAgainMs })
  const [closed, close] = useState('')
  const isOnTab = useRouterState({ select: ({ location }) => tabAt(location.pathname) !== undefined })
  const note = data?.statusNote ?? ''
  const maintenance = data?.maintenance
  // A reply that was kept without a connection may tell of what is over.
  const isAhead = maintenance !== undefined && maintenance.to > Date.now()
  const [from, to] = maintenance && isAhead ? maintenanceSpan(maintenance) : ['', '']
  const said = `${from}${to}${note}`
  if (said === '' || said === closed || !isOnTab) return null
  return (
    <QuietRow
      actions={
        <Button kind="quiet" size="small" onClick={() => close(said)}>
          <Trans>Got it</Trans>
        </Button>
      }
    >
      {isAhead && (
        <Trans>
          Maintenance from {from} to {to}.
        </Trans>
      )}{' '}
      {note}
    </QuietRow>
  )
}
