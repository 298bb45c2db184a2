import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import type { User } from '#contract/calls/account.ts'
import { factors } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { isStepUpComplete, pickSecondFactor } from '#widgets/identity/stepUpProof.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

interface ChangeAuthenticatorSheetProps {
  what: 'renew' | 'remove'
  user: User
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

const fieldErrorKeys = ['PASSWORD_WRONG', 'TOTP_WRONG', 'TOTP_REPLAYED', 'RECOVERY_CODE_WRONG']

/** Asks for the password and a code before recovery codes are renewed or the authenticator is removed. */
export function ConfirmAuthenticatorChangeSheet({ what, user, onCodes, onClose }: ChangeAuthenticatorSheetProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const formId = useId()
  const ids = useRequestIds()
  const renew = useApiWrite(factors.renewRecoveryCodes, { errors: 'inline' })
  const unbind = useApiWrite(factors.unbind, { errors: 'inline' })
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const [recoveryCode, setRecoveryCode] = useState<string>()
  const hasPassword = user.hasLoginPassword === 1
  const isRemoval = what === 'remove'
  const { error, isPending } = isRemoval ? unbind : renew
  const isProofComplete = recoveryCode !== undefined ? recoveryCode.replace(/[^a-z0-9]/gi, '').length === 8 : isStepUpComplete(user, proof)
  const isComplete = isProofComplete && (!hasPassword || password !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || isPending) return
    const proofFields = { ...pickSecondFactor(proof), ...(hasPassword && { password }) }
    if (isRemoval) {
      const body = recoveryCode === undefined ? proofFields : { recoveryCode, ...(hasPassword && { password }) }
      const onRemoved = () => {
        showToast(t`Authenticator removed. Other devices were signed out.`, { tone: 'good' })
        onClose()
      }
      return unbind.mutate({ body, requestId: ids.of(body) }, { onSuccess: onRemoved })
    }
    const onRenewed = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
      onClose()
      onCodes(recoveryCodes)
    }
    return renew.mutate({ body: proofFields, requestId: ids.of(proofFields) }, { onSuccess: onRenewed })
  }
  const clearingErrorOnChange =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      unbind.reset()
      renew.reset()
      change(value)
    }
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={isRemoval ? t`Remove the authenticator?` : t`New recovery codes`}
      footer={
        <Button
          type="submit"
          form={formId}
          kind={isRemoval ? 'danger' : 'primary'}
          size="large"
          wide
          busy={isPending}
          disabled={!isOnline || !isComplete}
          reason={isOnline ? undefined : t`Needs a connection`}
        >
          {isRemoval ? <Trans>Remove it</Trans> : <Trans>Make new codes</Trans>}
        </Button>
      }
    >
      <Stack as="form" id={formId} gap={4} onSubmit={submit} noValidate>
        {isRemoval && (
          <Text tone="quiet">
            <Trans>All other devices are signed out, and new withdrawal addresses wait 72 hours.</Trans>
          </Text>
        )}
        {hasPassword && (
          <PasswordField
            label={t`Sign-in password`}
            value={password}
            onChange={clearingErrorOnChange(setPassword)}
            autoComplete="current-password"
            error={error?.key === 'PASSWORD_WRONG' ? words(error) : undefined}
          />
        )}
        {recoveryCode === undefined ? (
          <StepUpFields
            call={isRemoval ? factors.unbind : factors.renewRecoveryCodes}
            proof={proof}
            onChange={clearingErrorOnChange(setProof)}
            error={error}
          />
        ) : (
          <TextField
            label={t`Recovery code`}
            value={recoveryCode}
            onChange={clearingErrorOnChange(setRecoveryCode)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            error={error?.key === 'RECOVERY_CODE_WRONG' ? words(error) : undefined}
          />
        )}
        {isRemoval && (
          <Button kind="quiet" wide onClick={() => clearingErrorOnChange(setRecoveryCode)(recoveryCode === undefined ? '' : undefined)}>
            {recoveryCode === undefined ? <Trans>Phone lost? Use a recovery code</Trans> : <Trans>Use the authenticator instead</Trans>}
          </Button>
        )}
        {error && !fieldErrorKeys.includes(error.key) && (
          <Text role="alert" weight="medium" tone="error">
            {words(error)}
          </Text>
        )}
      </Stack>
    </BottomSheet>
  )
}
