import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type ApiError, isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type BreakScope, limits } from '#contract/calls/limits.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Limits.module.css'

type Hours = '24' | '168' | '720' | '1008'
type Months = '6' | '12' | '24' | '60'

/** Time off from 24 hours to six weeks. It begins at once. */
export function TradingTimeoutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [hours, setHours] = useState<Hours>('24')
  const ids = useRequestIds()
  const write = useApiWrite(limits.timeout, { errors: 'inline' })
  const begin = () =>
    write.mutate(
      { body: { hours: Number(hours) as 24 | 168 | 720 | 1008 }, requestId: ids.of() },
      {
        onSuccess: () => {
          showToast(t`Your break has begun`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <BreakFrame title={t`Take a break`} onClose={onClose} onBegin={begin} busy={write.isPending} error={write.error}>
      <SelectField
        label={t`How long`}
        value={hours}
        onChange={setHours}
        disabled={write.isPending || write.error !== null}
        options={[
          { value: '24', label: t`24 hours` },
          { value: '168', label: t`1 week` },
          { value: '720', label: t`30 days` },
          { value: '1008', label: t`6 weeks` },
        ]}
      />
    </BreakFrame>
  )
}

/** Half a year to five years, from a part or from everything. */
export function SelfExclusionSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [months, setMonths] = useState<Months>('6')
  const [scope, setScope] = useState<BreakScope>('all')
  const ids = useRequestIds()
  const write = useApiWrite(limits.selfExclude, { errors: 'inline' })
  const isFixed = write.isPending || write.error !== null
  const begin = () =>
    write.mutate(
      { body: { months: Number(months) as 6 | 12 | 24 | 60, scope }, requestId: ids.of() },
      {
        onSuccess: () => {
          showToast(t`You are excluded from now on`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <BreakFrame title={t`Exclude yourself`} onClose={onClose} onBegin={begin} busy={write.isPending} error={write.error}>
      <SelectField
        label={t`From what`}
        value={scope}
        onChange={setScope}
        disabled={isFixed}
        options={[
          { value: 'all', label: t`All new orders` },
          { value: 'leverage', label: t`Contracts and options` },
          { value: 'second', label: t`Second contracts` },
        ]}
      />
      <SelectField
        label={t`How long`}
        value={months}
        onChange={setMonths}
        disabled={isFixed}
        options={[
          { value: '6', label: t`6 months` },
          { value: '12', label: t`1 year` },
          { value: '24', label: t`2 years` },
          { value: '60', label: t`5 years` },
        ]}
      />
    </BreakFrame>
  )
}

interface BreakFrameProps {
  title: string
  onClose: () => void
  onBegin: () => void
  busy: boolean
  error: ApiError | null
  children: ReactNode
}

function BreakFrame({ title, onClose, onBegin, busy, error, children }: BreakFrameProps) {
  const { t } = useLingui()
  const [isSure, setSure] = useState(false)
  const isOffline = useStreamConnectionState() === 'offline'
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button
            size="large"
            wide
            busy={busy}
            disabled={!isSure || isOffline}
            reason={isOffline ? t`Needs a connection` : undefined}
            onClick={onBegin}
          >
            {error && isUnansweredError(error) ? <Trans>Ask again</Trans> : <Trans>Begin now</Trans>}
          </Button>
          <Button kind="secondary" size="large" wide disabled={busy} onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {children}
        <p>
          <Trans>It begins at once, in both books. You can close, protect, cancel and sell; nothing new is opened.</Trans>
        </p>
        <Text tone="quiet">
          <Trans>Open orders it blocks are canceled. Spot sell orders stay open.</Trans>
        </Text>
        <Checkbox label={t`I know that nobody can shorten it`} checked={isSure} onChange={setSure} />
        {error && (
          <p className={styles.failure} role="alert">
            {isUnansweredError(error) ? (
              <Trans>No answer came, so it is not known whether it began. Asking again is safe: it can happen only once.</Trans>
            ) : (
              error.message
            )}
          </p>
        )}
      </Stack>
    </BottomSheet>
  )
}
