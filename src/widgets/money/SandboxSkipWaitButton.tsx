import { Trans, useLingui } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { CallArguments, PostCall } from '#contract/call.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorMessage } from '../form/ErrorMessage.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './SandboxSkipWaitButton.module.css'
import { useIdempotentWrite } from '../form/useIdempotentWrite.ts'

interface SandboxSkipWaitButtonProps<C extends PostCall> {
  call: C
  body: CallArguments<C>
  /** What waits, for a screen reader where several could. */
  what?: string
}

/** In a sandbox, ends a wait that real money would have to sit out, and says that this is so. Nothing elsewhere. */
export function SandboxSkipWaitButton<C extends PostCall>({ call, body, what }: SandboxSkipWaitButtonProps<C>) {
  const { t } = useLingui()
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const isOffline = useStreamConnectionState() === 'offline'
  const { save, isBusy, error } = useIdempotentWrite(call)
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
      <Text tone="quiet">
        <Trans>Sandbox only. With real money you would have to wait.</Trans>
      </Text>
      <ErrorMessage failure={error} />
    </div>
  )
}
