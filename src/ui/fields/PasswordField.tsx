import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { EyeIcon, EyeOffIcon } from '../icons/eyeIcons.tsx'
import { Stack } from '../Stack.tsx'
import styles from './PasswordField.module.css'
import { TextField, type TextFieldProps } from './TextField.tsx'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing' | 'inputMode'> {
  /** How strong it is, in words and as 0..1; the caller judges. */
  strength?: { words: ReactNode; value: number } | undefined
}

/** A password with show and hide; strength is said in words, the waterline only echoes them. */
export function PasswordField({ strength, hint, ...field }: PasswordFieldProps) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
          label={isShown ? t`Hide password` : t`Show password`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
      hint={
        strength ? (
          <Stack as="span" gap={1}>
            <span className={styles.line} aria-hidden="true">
              <span style={{ width: `${Math.round(strength.value * 100)}%` }} />
            </span>
            <span>{strength.words}</span>
          </Stack>
        ) : (
          hint
        )
      }
    />
  )
}
