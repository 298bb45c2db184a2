import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './OneTimeCodeField.module.css'
import { oneTimeCodeLength, type SentCode } from './oneTimeCode.ts'
import { useSecondsUntil } from '../form/useSecondsUntil.ts'

interface OneTimeCodeFieldProps {
  value: string
  onChange: (code: string) => void
  /** The sixth digit arrived: typed, pasted or filled in by the phone. */
  onFilled?: ((code: string) => void) | undefined
  sent: SentCode
  onResend: () => void
  isSending: boolean
  hint?: ReactNode
  error?: ReactNode
  autoFocus?: boolean
}

/** The six digits of a one-time code, with a second sending after the countdown. */
export function OneTimeCodeField({
  value,
  onChange,
  onFilled,
  sent,
  onResend,
  isSending,
  hint,
  error,
  autoFocus = false,
}: OneTimeCodeFieldProps) {
  const { t } = useLingui()
  const applyText = (text: string) => {
    const code = text.replace(/\D/g, '').slice(0, oneTimeCodeLength)
    if (code === value) return
    onChange(code)
    if (code.length === oneTimeCodeLength) onFilled?.(code)
  }
  return (
    <Stack gap={3}>
      <div className={styles.digits}>
        <TextField
          label={t`Six-digit code`}
          value={value}
          onChange={applyText}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          autoFocus={autoFocus}
          hint={hint}
          error={error}
          trailing={<Resend until={sent.at + sent.resendInSeconds * 1000} onResend={onResend} isSending={isSending} />}
        />
      </div>
      {sent.devCode !== undefined && <SandboxCode code={sent.devCode} onUse={applyText} isUsed={value === sent.devCode} />}
    </Stack>
  )
}

function Resend({ until, onResend, isSending }: { until: number; onResend: () => void; isSending: boolean }) {
  const seconds = useSecondsUntil(until)
  if (seconds > 0) {
    return (
      <span className={styles.countdown}>
        <Trans>Again in {seconds} s</Trans>
      </span>
    )
  }
  return (
    <Button kind="quiet" size="small" busy={isSending} onClick={onResend}>
      <Trans>Send again</Trans>
    </Button>
  )
}

function SandboxCode({ code, onUse, isUsed }: { code: string; onUse: (code: string) => void; isUsed: boolean }) {
  return (
    <div className={styles.sandbox} role="note">
      <p>
        <Trans>Sandbox: nothing is sent by mail or text. Your code is</Trans> <strong className={styles.code}>{code}</strong>
      </p>
      {!isUsed && (
        <Button kind="secondary" size="small" onClick={() => onUse(code)}>
          <Trans>Fill in</Trans>
        </Button>
      )}
    </div>
  )
}
