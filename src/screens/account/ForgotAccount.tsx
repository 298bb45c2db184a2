import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { AccountField, type AccountFields, readFields } from './AccountField.tsx'
import styles from './SignIn.module.css'
import { useCodeWait } from './useCodeWait.ts'
import { useFailureWords } from './useFailureWords.ts'
import { useSendCode } from './useSendCode.ts'

interface ForgotAccountProps {
  fields: AccountFields
  onChange: (change: Partial<AccountFields>) => void
  onSent: () => void
}

/** Whose password was forgotten: a code goes to the address of the account. */
export function ForgotAccount({ fields, onChange, onSent }: ForgotAccountProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const sending = useSendCode('reset')
  const { wait, fault } = useCodeWait(sending.error)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = readFields(fields)
    if (name) sending.mutate(name, { onSuccess: onSent })
    else setWrong(true)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>
        <Trans>A code goes to the email or mobile number of your account. With it you choose a new password.</Trans>
      </p>
      <AccountField
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
      <p className={styles.small}>
        <Trans>A guest account has no address, so its password cannot be set anew.</Trans>
      </p>
    </form>
  )
}
