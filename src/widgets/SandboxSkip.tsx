import { Trans, useLingui } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import { useConnection } from '#api/socket.ts'
import type { Input, WriteCall } from '#contract/call.ts'
import { Button } from '#ui/Button.tsx'
import { Failure } from './Failure.tsx'
import styles from './SandboxSkip.module.css'
import { useSaving } from './useSaving.ts'

interface SandboxSkipProps<C extends WriteCall> {
  call: C
  body: Input<C>
  /** What waits, for a screen reader where several could. */
  what?: string
}

/** In a sandbox, ends a wait that real money would have to sit out, and says that this is so. Nothing elsewhere. */
export function SandboxSkip<C extends WriteCall>({ call, body, what }: SandboxSkipProps<C>) {
  const { t } = useLingui()
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const isOffline = useConnection() === 'offline'
  const { save, isBusy, error } = useSaving(call, () => {})
  if (!isSandbox) return null
  const words = t`Skip the wait`
  return (
    <div className={styles.skip}>
      <Button
        kind="secondary"
        busy={isBusy}
        disabled={isOffline}
        reason={isOffline ? t`Needs a connection` : undefined}
        {...(what !== undefined && { 'aria-label': `${words}: ${what}` })}
        onClick={() => save(body)}
      >
        {words}
      </Button>
      <p className={styles.note}>
        <Trans>Sandbox only. With real money you would have to wait.</Trans>
      </p>
      <Failure failure={error} />
    </div>
  )
}
