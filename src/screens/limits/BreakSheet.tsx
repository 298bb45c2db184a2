import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type ApiError, isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { useConnection } from '#api/socket.ts'
import { type BreakScope, limits } from '#contract/calls/limits.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import styles from './Limits.module.css'

type Hours = '24' | '168' | '720' | '1008'
type Months = '6' | '12' | '24' | '60'

/** Time off from 24 hours to six weeks. It begins at once. */
export function TimeoutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [hours, setHours] = useState<Hours>('24')
  const [requestId] = useState(newRequestId)
  const write = useWrite(limits.timeout, { errors: 'inline' })
  const begin = () =>
    write.mutate(
      { body: { hours: Number(hours) as 24 | 168 | 720 | 1008 }, requestId },
      {
        onSuccess: () => {
          toast(t`Your break has begun`, { tone: 'good' })
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
export function ExclusionSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [months, setMonths] = useState<Months>('6')
  const [scope, setScope] = useState<BreakScope>('all')
  const [requestId] = useState(newRequestId)
  const write = useWrite(limits.selfExclude, { errors: 'inline' })
  const isFixed = write.isPending || write.error !== null
  const begin = () =>
    write.mutate(
      { body: { months: Number(months) as 6 | 12 | 24 | 60, scope }, requestId },
      {
        onSuccess: () => {
          toast(t`You are excluded from now on`, { tone: 'good' })
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
  const isOffline = useConnection() === 'offline'
  return (
    <Sheet
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
            {error && isUnanswered(error) ? <Trans>Ask again</Trans> : <Trans>Begin now</Trans>}
          </Button>
          <Button kind="secondary" size="large" wide disabled={busy} onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.words}>
        {children}
        <p>
          <Trans>It begins at once, in both books. You can close, protect, cancel and sell; nothing new is opened.</Trans>
        </p>
        <p className={styles.quiet}>
          <Trans>Orders that wait for their price go on waiting until you cancel them.</Trans>
        </p>
        <Checkbox label={t`I know that nobody can shorten it`} checked={isSure} onChange={setSure} />
        {error && (
          <p className={styles.failure} role="alert">
            {isUnanswered(error) ? (
              <Trans>No answer came, so it is not known whether it began. Asking again is safe: it can happen only once.</Trans>
            ) : (
              error.message
            )}
          </p>
        )}
      </div>
    </Sheet>
  )
}
