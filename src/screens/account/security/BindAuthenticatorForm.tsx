import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { apiReadQuery } from '#api/query.ts'
import type { User } from '#contract/calls/account.ts'
import { factors } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { formatHourMinute } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { SixDigitField } from '#widgets/identity/SixDigitField.tsx'
import { oneTimeCodeLength } from '#widgets/identity/oneTimeCode.ts'
import { QrCode } from '#widgets/money/QrCode.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Security.module.css'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

interface BindAuthenticatorProps {
  user: User
  onCodes: (codes: readonly string[]) => void
}

const codeKeys = ['TOTP_WRONG', 'TICKET_EXPIRED']

/** Shows the secret as a picture and as text, and takes the first code of it. */
export function BindAuthenticatorForm({ user, onCodes }: BindAuthenticatorProps) {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  const keyQuery = useQuery({ ...apiReadQuery(factors.generateKey, {}), staleTime: 9 * 60_000, gcTime: 0, refetchOnWindowFocus: false })
  if (keyQuery.error && !keyQuery.data) {
    return (
      <ErrorState
        title={t`The key did not load`}
        text={words(keyQuery.error as ApiError)}
        onRetry={() => void keyQuery.refetch()}
        retryLabel={t`Try again`}
        busy={keyQuery.isFetching}
        detail={(keyQuery.error as ApiError).traceId}
      />
    )
  }
  return (
    <Stack gap={5}>
      <ol className={styles.steps}>
        <li>
          <Trans>Get an authenticator app, such as the one of your phone or password manager.</Trans>
        </li>
        <li>
          <Trans>Scan the picture with it, open it on this phone, or copy the key.</Trans>
        </li>
        <li>
          <Trans>Enter the six digits that it shows.</Trans>
        </li>
      </ol>
      {keyQuery.data ? (
        <>
          <Stack as={Card} gap={4}>
            <div className={styles.qr}>
              <QrCode text={keyQuery.data.otpauthUrl} label={t`The key as a picture for an authenticator app`} />
            </div>
            <CopyableValue label={t`Key`} value={keyQuery.data.secret} displayed={groupSecret(keyQuery.data.secret)} />
            <a className={styles.link} href={keyQuery.data.otpauthUrl}>
              <Trans>Open in the authenticator app of this phone</Trans>
            </a>
            <Text tone="quiet">
              <KeyValidUntil at={keyQuery.data.expireTime} />
            </Text>
          </Stack>
          <FirstCode user={user} ticket={keyQuery.data.ticket} onCodes={onCodes} onExpired={() => void keyQuery.refetch()} />
        </>
      ) : (
        <Card>
          <Skeleton lines={8} height={1.5} />
        </Card>
      )}
    </Stack>
  )
}

/** ABCD EFGH …: easier to type over, and it wraps. */
const groupSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function KeyValidUntil({ at }: { at: number }) {
  const clock = formatHourMinute(at)
  return <Trans>This key waits for its first code until {clock}. Show it to nobody.</Trans>
}

interface FirstCodeProps extends BindAuthenticatorProps {
  ticket: string
  onExpired: () => void
}

function FirstCode({ user, ticket, onCodes, onExpired }: FirstCodeProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const ids = useRequestIds()
  const bind = useApiWrite(factors.bind, { errors: 'inline' })
  const [googleCode, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const hasPassword = user.hasLoginPassword === 1
  // Whoever has a passkey or a withdrawal password is asked for it too, so that a stolen password alone binds nothing.
  const asksProof = user.passkeyCount > 0 || user.hasSafePassword === 1
  const isComplete =
    googleCode.length === oneTimeCodeLength && (!hasPassword || password !== '') && (!asksProof || isStepUpComplete(user, proof))
  const { error } = bind
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const body = { ...(asksProof && pickCompleteStepUpProof(proof)), ticket, googleCode, ...(hasPassword && { password }) }
    bind.mutate(
      { body, requestId: ids.of(body) },
      {
        onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
        onError: ({ key }) => {
          if (key === 'TICKET_EXPIRED') onExpired()
        },
      },
    )
  }
  const clearingErrorOnChange =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      bind.reset()
      change(value)
    }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <SixDigitField
        label={t`Authenticator code`}
        value={googleCode}
        onChange={clearingErrorOnChange(setCode)}
        enterKeyHint={hasPassword ? 'next' : 'done'}
        hint={t`If it is refused, check that the clock of your phone is set by the network.`}
        error={error && codeKeys.includes(error.key) ? words(error) : undefined}
      />
      {hasPassword && (
        <PasswordField
          label={t`Sign-in password`}
          value={password}
          onChange={clearingErrorOnChange(setPassword)}
          autoComplete="current-password"
          error={error?.key === 'PASSWORD_WRONG' ? words(error) : undefined}
        />
      )}
      {asksProof && <StepUpFields call={factors.bind} proof={proof} onChange={clearingErrorOnChange(setProof)} error={error} />}
      {error && ![...codeKeys, 'PASSWORD_WRONG', 'SAFE_PASSWORD_WRONG'].includes(error.key) && (
        <Text role="alert" weight="medium" tone="error">
          {words(error)}
        </Text>
      )}
      <Button
        type="submit"
        size="large"
        wide
        busy={bind.isPending}
        disabled={!isOnline || !isComplete}
        reason={isOnline ? undefined : t`Needs a connection`}
      >
        <Trans>Add the authenticator</Trans>
      </Button>
      <NextSteps />
    </Stack>
  )
}

function NextSteps() {
  return (
    <>
      <Text tone="quiet">
        <Trans>All other devices are signed out. Then you get ten recovery codes, for when the phone is gone.</Trans>
      </Text>
      <Text tone="quiet">
        <Trans>A new authenticator or passkey can’t confirm new addresses for 24 hours.</Trans>
      </Text>
    </>
  )
}
