import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import styles from './CodeField.module.css'
import { codeLength, type SentCode } from './oneTimeCode.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

interface CodeFieldProps {
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
export function CodeField({ value, onChange, onFilled, sent, onResend, isSending, hint, error, autoFocus = false }: CodeFieldProps) {
  const { t } = useLingui()
  const take = (text: string) => {
    const code = text.replace(/\D/g, '').slice(0, codeLength)
    if (code === value) return
    onChange(code)
    if (code.length === codeLength) onFilled?.(code)
  }
  return (
    <div className={styles.group}>
      <div className={styles.digits}>
        <TextField
          label={t`Six-digit code`}
          value={value}
          onChange={take}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          autoFocus={autoFocus}
          hint={hint}
          error={error}
          trailing={<Resend until={sent.at + sent.resendInSeconds * 1000} onResend={onResend} isSending={isSending} />}
        />
      </div>
      {sent.devCode !== undefined && <SandboxCode code={sent.devCode} onUse={take} isUsed={value === sent.devCode} />}
    </div>
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
