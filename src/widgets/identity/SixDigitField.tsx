import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { EyeIcon, EyeOffIcon } from '#ui/icons/eyeIcons.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import styles from './OneTimeCodeField.module.css'
import { oneTimeCodeLength } from './oneTimeCode.ts'

interface DigitsFieldProps {
  label: ReactNode
  value: string
  onChange: (digits: string) => void
  /** The sixth digit arrived: typed, pasted or filled in by the phone. */
  onFilled?: ((digits: string) => void) | undefined
  /** `secret`: a withdrawal password, shown as dots. Else a code that the phone may fill in. */
  secret?: boolean
  hint?: ReactNode
  error?: ReactNode
  autoFocus?: boolean
  enterKeyHint?: 'next' | 'done' | 'go'
}

/** Six digits with the phone's own number pad; spaces and dashes of what is pasted are left out. */
export function SixDigitField({ value, onChange, onFilled, secret = false, enterKeyHint = 'done', ...field }: DigitsFieldProps) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const applyText = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, oneTimeCodeLength)
    if (digits === value) return
    onChange(digits)
    if (digits.length === oneTimeCodeLength) onFilled?.(digits)
  }
  return (
    <div className={styles.digits}>
      <TextField
        {...field}
        value={value}
        onChange={applyText}
        type={secret && !isShown ? 'password' : 'text'}
        inputMode="numeric"
        // A password manager must not offer the sign-in password here, nor keep this one in its place.
        autoComplete={secret ? 'off' : 'one-time-code'}
        enterKeyHint={enterKeyHint}
        trailing={
          secret && (
            <IconButton
              icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
              label={isShown ? t`Hide password` : t`Show password`}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            />
          )
        }
      />
    </div>
  )
}
