import { useLingui } from '@lingui/react/macro'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { findPasswordProblem, type PasswordStrength, passwordStrength } from './passwordStrength.ts'

interface NewPasswordFieldsProps {
  /** Where there is an old one, too. */
  isNew?: boolean
  /** The email or number that the password must not contain. */
  account: string
  password: string
  confirmPassword: string
  onChange: (change: { password?: string; confirmPassword?: string }) => void
  passwordError: string | undefined
  confirmError: string | undefined
}

const shares: Record<PasswordStrength, number> = { weak: 0.25, fair: 0.5, good: 0.75, strong: 1 }

/** A new password, its strength in words, and the same again. */
export function NewPasswordFields({
  isNew = false,
  account,
  password,
  confirmPassword,
  onChange,
  passwordError,
  confirmError,
}: NewPasswordFieldsProps) {
  const { t } = useLingui()
  const words: Record<PasswordStrength, string> = { weak: t`Easy to guess`, fair: t`Fair`, good: t`Good`, strong: t`Strong` }
  // What would be refused is never praised.
  const strength = findPasswordProblem(password, account) ? 'weak' : passwordStrength(password)
  return (
    <>
      <div id="register-password">
        <PasswordField
          label={isNew ? t`New password` : t`Password`}
          value={password}
          onChange={(text) => onChange({ password: text })}
          autoComplete="new-password"
          hint={t`8 or more characters with three of these: capitals, small letters, digits, signs. Or 14 of any kind.`}
          strength={password === '' ? undefined : { words: words[strength], value: shares[strength] }}
          error={passwordError}
        />
      </div>
      <div id="register-confirmPassword">
        <PasswordField
          label={t`The same password again`}
          value={confirmPassword}
          onChange={(text) => onChange({ confirmPassword: text })}
          autoComplete="new-password"
          error={confirmError}
        />
      </div>
    </>
  )
}
