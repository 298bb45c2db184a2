import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { query } from '#api/query.ts'
import type { User } from '#contract/calls/account.ts'
import { factors } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { formatClock } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { DigitsField } from '#widgets/DigitsField.tsx'
import { codeLength } from '#widgets/oneTimeCode.ts'
import { QrCode } from '#widgets/QrCode.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import styles from './Security.module.css'
import { useFailureWords } from './useFailureWords.ts'
import { useIntent } from './useIntent.ts'

interface BindAuthenticatorProps {
  user: User
  onCodes: (codes: readonly string[]) => void
}

const codeKeys = ['TOTP_WRONG', 'TICKET_EXPIRED']

/** Shows the secret as a picture and as text, and takes the first code of it. */
export function BindAuthenticator({ user, onCodes }: BindAuthenticatorProps) {
  const { t } = useLingui()
  const words = useFailureWords()
  const offer = useQuery({ ...query(factors.generateKey, {}), staleTime: 9 * 60_000, gcTime: 0, refetchOnWindowFocus: false })
  if (offer.error && !offer.data) {
    return (
      <ErrorState
        title={t`The key did not load`}
        text={words(offer.error as ApiError)}
        onRetry={() => void offer.refetch()}
        retryLabel={t`Try again`}
        busy={offer.isFetching}
        detail={(offer.error as ApiError).traceId}
      />
    )
  }
  return (
    <div className={styles.screen}>
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
      {offer.data ? (
        <>
          <Card className={styles.form}>
            <div className={styles.qr}>
              <QrCode text={offer.data.otpauthUrl} label={t`The key as a picture for an authenticator app`} />
            </div>
            <CopyValue label={t`Key`} value={offer.data.secret} shown={groupsOf(offer.data.secret)} />
            <a className={styles.link} href={offer.data.otpauthUrl}>
              <Trans>Open in the authenticator app of this phone</Trans>
            </a>
            <p className={styles.quiet}>
              <Until at={offer.data.expireTime} />
            </p>
          </Card>
          <FirstCode user={user} ticket={offer.data.ticket} onCodes={onCodes} onExpired={() => void offer.refetch()} />
        </>
      ) : (
        <Card>
          <Skeleton lines={8} height={1.5} />
        </Card>
      )}
    </div>
  )
}

/** ABCD EFGH …: easier to type over, and it wraps. */
const groupsOf = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function Until({ at }: { at: number }) {
  const clock = formatClock(at)
  return <Trans>This key waits for its first code until {clock}. Show it to nobody.</Trans>
}

interface FirstCodeProps extends BindAuthenticatorProps {
  ticket: string
  onExpired: () => void
}

function FirstCode({ user, ticket, onCodes, onExpired }: FirstCodeProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const idFor = useIntent()
  const bind = useWrite(factors.bind, { errors: 'inline' })
  const [googleCode, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const hasPassword = user.hasLoginPassword === 1
  // Whoever has a passkey or a withdrawal password is asked for it too, so that a stolen password alone binds nothing.
  const asksProof = user.passkeyCount > 0 || user.hasSafePassword === 1
  const isWhole = googleCode.length === codeLength && (!hasPassword || password !== '') && (!asksProof || isProven(user, proof))
  const { error } = bind
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole) return
    const body = { ...(asksProof && givenOf(proof)), ticket, googleCode, ...(hasPassword && { password }) }
    bind.mutate(
      { body, requestId: idFor(body) },
      {
        onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
        onError: ({ key }) => {
          if (key === 'TICKET_EXPIRED') onExpired()
        },
      },
    )
  }
  const touched =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      bind.reset()
      change(value)
    }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DigitsField
        label={t`Authenticator code`}
        value={googleCode}
        onChange={touched(setCode)}
        enterKeyHint={hasPassword ? 'next' : 'done'}
        hint={t`If it is refused, check that the clock of your phone is set by the network.`}
        error={error && codeKeys.includes(error.key) ? words(error) : undefined}
      />
      {hasPassword && (
        <PasswordField
          label={t`Sign-in password`}
          value={password}
          onChange={touched(setPassword)}
          autoComplete="current-password"
          error={error?.key === 'PASSWORD_WRONG' ? words(error) : undefined}
        />
      )}
      {asksProof && <StepUp call={factors.bind} proof={proof} onChange={touched(setProof)} error={error} />}
      {error && ![...codeKeys, 'PASSWORD_WRONG', 'SAFE_PASSWORD_WRONG'].includes(error.key) && (
        <p role="alert" className={styles.error}>
          {words(error)}
        </p>
      )}
      <Button
        type="submit"
        size="large"
        wide
        busy={bind.isPending}
        disabled={!isOnline || !isWhole}
        reason={isOnline ? undefined : t`Needs a connection`}
      >
        <Trans>Add the authenticator</Trans>
      </Button>
      <p className={styles.quiet}>
        <Trans>All other devices are signed out. Then you get ten recovery codes, for when the phone is gone.</Trans>
      </p>
      <p className={styles.quiet}>
        <Trans>New withdrawal addresses wait 24 hours after that.</Trans>
      </p>
    </form>
  )
}
