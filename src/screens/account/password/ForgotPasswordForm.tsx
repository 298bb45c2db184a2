import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { SignInAccountField, type SignInAccountFields, parseSignInAccountFields } from '../signIn/SignInAccountField.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from '../signIn/SignIn.module.css'
import { useOneTimeCodeWaitOrError } from '../signIn/useCodeWait.ts'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'
import { useRequestOneTimeCode } from '../signIn/useRequestOneTimeCode.ts'

interface ForgotPasswordFormProps {
  fields: SignInAccountFields
  onChange: (change: Partial<SignInAccountFields>) => void
  onSent: () => void
}

/** Whose password was forgotten: a code goes to the address of the account. */
export function ForgotPasswordForm({ fields, onChange, onSent }: ForgotPasswordFormProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const sending = useRequestOneTimeCode('reset')
  const { wait, fault } = useOneTimeCodeWaitOrError(sending.error)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = parseSignInAccountFields(fields)
    if (name) sending.mutate(name, { onSuccess: onSent })
    else setWrong(true)
  }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <p>
        <Trans>A code goes to the email or mobile number of your account. With it you choose a new password.</Trans>
      </p>
      <SignInAccountField
        fields={fields}
        onChange={(next) => {
          setWrong(false)
          sending.reset()
          onChange({ ...next, isUid: false })
        }}
        error={isWrong ? t`Enter an email address like name@example.com, or a mobile number.` : words(fault)}
      />
      <Button
        type="submit"
        size="large"
        wide
        busy={sending.isPending}
        disabled={!isOnline || wait !== undefined}
        reason={isOnline ? wait : t`Needs a connection`}
      >
        <Trans>Send the code</Trans>
      </Button>
      <Text tone="quiet" className={styles.small}>
        <Trans>A guest account has no address, so its password cannot be set anew.</Trans>
      </Text>
    </Stack>
  )
}
