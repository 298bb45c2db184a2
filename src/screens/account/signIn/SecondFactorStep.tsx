import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { sendApiCall } from '#api/send.ts'
import { account } from '#contract/calls/account.ts'
import { getDeviceId } from '#device/deviceId.ts'
import { arePasskeysSupported } from '#device/passkeys.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { SixDigitField } from '#widgets/identity/SixDigitField.tsx'
import { oneTimeCodeLength } from '#widgets/identity/oneTimeCode.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { startSignedInSession, type SecondFactorChallenge } from './startSession.ts'
import { isWholeRecoveryCode } from './proofFields.ts'
import { SecondFactorPasskeyButton } from './SecondFactorPasskeyButton.tsx'
import { Stack } from '#ui/Stack.tsx'
import { useApiErrorMessages } from './useApiErrorMessages.ts'

interface SecondFactorStepProps {
  second: SecondFactorChallenge
  /** With the reason where it was not the person's wish. */
  onBeginAgain: (why?: string) => void
  onSignedIn: () => void
}

/** The step after the first factor: a code of the authenticator or a passkey, or a recovery code where either is gone (docs/rules/accounts.md). */
export function SecondFactorStep({ second, onBeginAgain, onSignedIn }: SecondFactorStepProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const hasTotp = second.methods.includes('totp')
  const hasPasskey = second.methods.includes('passkey') && arePasskeysSupported()
  const [isRecovery, setRecovery] = useState(!hasTotp && !hasPasskey)
  const [code, setCode] = useState('')
  const tooLong = t`This step took too long. Please begin again.`
  const signIn = useMutation<void, ApiError, { googleCode: string } | { recoveryCode: string }>({
    mutationFn: async (proof) =>
      startSignedInSession(
        await sendApiCall(account.signInWithAuthenticator, { ticket: second.ticket, deviceId: getDeviceId(), ...proof }),
        'known',
      ),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  useEffect(() => {
    const timer = setTimeout(() => onBeginAgain(tooLong), second.expireIn * 1000)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the step is timed from when it was asked for, whatever is drawn meanwhile
  }, [second])
  const tryWith = (given: string) => {
    if (signIn.isPending) return
    signIn.mutate(isRecovery ? { recoveryCode: given } : { googleCode: given }, {
      onSuccess: onSignedIn,
      onError: (error) => {
        if (error.key === 'TICKET_EXPIRED' || error.detail['left'] === 0) onBeginAgain(error.message)
        else if (!isRecovery && error.key !== 'NETWORK' && error.key !== 'TIMEOUT') setCode('')
      },
    })
  }
  const isWhole = isRecovery ? isWholeRecoveryCode(code) : code.length === oneTimeCodeLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) tryWith(code)
  }
  const change = (next: string) => {
    if (next !== '') signIn.reset()
    setCode(next)
  }
  const turn = () => {
    signIn.reset()
    setCode('')
    setRecovery(!isRecovery)
  }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      {hasPasskey && !isRecovery && (
        <SecondFactorPasskeyButton ticket={second.ticket} alone={!hasTotp} onBeginAgain={onBeginAgain} onSignedIn={onSignedIn} />
      )}
      {!hasTotp && !hasPasskey && <p>{t`This browser, or this address, has no passkeys`}</p>}
      {isRecovery ? (
        <TextField
          key="recovery"
          label={t`Recovery code`}
          value={code}
          onChange={change}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={20}
          autoFocus
          hint={t`One of the ten that you kept, such as abcd-2345. Each works once.`}
          error={words(signIn.error)}
        />
      ) : hasTotp ? (
        <SixDigitField
          key="code"
          label={t`Authenticator code`}
          value={code}
          onChange={change}
          onFilled={tryWith}
          autoFocus={!hasPasskey}
          enterKeyHint="go"
          hint={t`The six digits that your authenticator app shows now.`}
          error={words(signIn.error)}
        />
      ) : null}
      {(isRecovery || hasTotp) && (
        <Button
          type="submit"
          size="large"
          wide
          busy={signIn.isPending}
          disabled={!isOnline || !isWhole}
          reason={isOnline ? undefined : t`Needs a connection`}
        >
          <Trans>Sign in</Trans>
        </Button>
      )}
      {(hasTotp || hasPasskey) && (
        <Button kind="quiet" wide onClick={turn}>
          <Turn isRecovery={isRecovery} hasTotp={hasTotp} />
        </Button>
      )}
      <Button kind="quiet" wide onClick={() => onBeginAgain()}>
        <Trans>Begin again</Trans>
      </Button>
    </Stack>
  )
}

function Turn({ isRecovery, hasTotp }: { isRecovery: boolean; hasTotp: boolean }) {
  if (hasTotp) return isRecovery ? <Trans>Use the authenticator instead</Trans> : <Trans>Phone lost? Use a recovery code</Trans>
  return isRecovery ? <Trans>Use a passkey instead</Trans> : <Trans>Passkey gone? Use a recovery code</Trans>
}
