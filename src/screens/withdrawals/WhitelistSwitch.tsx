import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { withdrawals } from '#contract/calls/withdrawals.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { StepUpSheet } from './StepUpSheet.tsx'
import { useIdempotentWrite } from '#widgets/form/useIdempotentWrite.ts'
import styles from './Withdrawals.module.css'

/** Only places whose waiting time is over: on at once, off after a day (docs/rules/deposits-and-withdrawals.md). */
export function WhitelistSwitch() {
  const { t } = useLingui()
  const allowance = useQuery(apiReadQuery(withdrawals.allowance, {})).data
  const [isAsking, setAsking] = useState(false)
  const isOffline = useStreamConnectionState() === 'offline'
  const { save, isBusy, error } = useIdempotentWrite(withdrawals.whitelistOnly, { onDone: () => setAsking(false) })
  if (!allowance) return null
  const isOn = allowance.whitelistOnly === 1
  const wanted = !isOn || allowance.whitelistOffAt !== null
  const offAt = allowance.whitelistOffAt === null ? undefined : formatDateTime(allowance.whitelistOffAt)
  return (
    <Card flush className={styles.switch}>
      <Switch
        label={t`Only places that waited`}
        hint={
          offAt ? (
            <Trans>Switches off on {offAt}. Press to keep it on.</Trans>
          ) : (
            <Trans>Nothing goes to a new place before its 24 hours are over. Switching off takes 24 hours.</Trans>
          )
        }
        checked={isOn}
        disabled={isOffline}
        onChange={() => setAsking(true)}
      />
      {isAsking && (
        <StepUpSheet
          call={withdrawals.whitelistOnly}
          title={t`Only places that waited`}
          action={wanted ? <Trans>Switch on</Trans> : <Trans>Switch off</Trans>}
          isReady
          isBusy={isBusy}
          error={error}
          onConfirm={(proof) => save({ on: wanted, ...proof })}
          onClose={() => setAsking(false)}
        >
          <p>{wanted ? <Trans>It counts at once.</Trans> : <Trans>It takes 24 hours; until then you can keep it on.</Trans>}</p>
        </StepUpSheet>
      )}
    </Card>
  )
}
