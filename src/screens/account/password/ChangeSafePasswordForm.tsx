import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { factors, passwordType } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { SixDigitField } from '#widgets/identity/SixDigitField.tsx'
import { oneTimeCodeLength } from '#widgets/identity/oneTimeCode.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickSecondFactor } from '#widgets/identity/stepUpProof.ts'
import { isNewSafePasswordValid, NewSafePasswordFields } from './NewSafePasswordFields.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

interface ChangeSafePasswordFormProps {
  hasSecondFactor: boolean
  onForgot: () => void
  onDone: () => void
}

const newKeys = ['SAFE_PASSWORD_WEAK', 'PASSWORD_SAME']
const fieldErrorKeys = [...newKeys, 'SAFE_PASSWORD_WRONG', 'TOTP_WRONG', 'TOTP_REPLAYED']

/** The withdrawal password, by the old one and a second factor where there is one. */
export function ChangeSafePasswordForm({ hasSecondFactor, onForgot, onDone }: ChangeSafePasswordFormProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const ids = useRequestIds()
  const change = useApiWrite(factors.changePassword, { errors: 'inline' })
  const [oldPassword, setOldPassword] = useState('')
  const [newPassword, setNewPassword] = useState({ digits: '', again: '' })
  const [proof, setProof] = useState<StepUpProof>({})
  const { error } = change
  const isComplete = oldPassword.length === oneTimeCodeLength && isNewSafePasswordValid(newPassword)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const body = {
      type: passwordType.withdrawal,
      oldPassword: oldPassword,
      newPassword: newPassword.digits,
      confirmPassword: newPassword.again,
      ...(hasSecondFactor && pickSecondFactor(proof)),
    }
    change.mutate({ body, requestId: ids.of(body) }, { onSuccess: onDone })
  }
  const clearingErrorOnChange =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      change.reset()
      set(value)
    }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <SixDigitField
        secret
        label={t`Current withdrawal password`}
        value={oldPassword}
        onChange={clearingErrorOnChange(setOldPassword)}
        enterKeyHint="next"
        error={error?.key === 'SAFE_PASSWORD_WRONG' ? words(error) : undefined}
      />
      <NewSafePasswordFields
        value={newPassword}
        onChange={clearingErrorOnChange(setNewPassword)}
        error={error && newKeys.includes(error.key) ? words(error) : undefined}
      />
      {hasSecondFactor && (
        <StepUpFields call={factors.changePassword} proof={proof} onChange={clearingErrorOnChange(setProof)} error={error} />
      )}
      {error && !fieldErrorKeys.includes(error.key) && (
        <Text role="alert" weight="medium" tone="error">
          {words(error)}
        </Text>
      )}
      <Button
        type="submit"
        size="large"
        wide
        busy={change.isPending}
        disabled={!isOnline || !isComplete}
        reason={isOnline ? undefined : t`Needs a connection`}
      >
        <Trans>Change it</Trans>
      </Button>
      <Text tone="quiet">
        <Trans>All other devices are signed out, and new withdrawal addresses wait 24 hours. Known addresses are not held back.</Trans>
      </Text>
      <Button kind="quiet" wide onClick={onForgot}>
        <Trans>Forgot it?</Trans>
      </Button>
    </Stack>
  )
}
