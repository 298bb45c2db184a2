import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { SystemSettings } from '#contract/calls/settings.ts'
import { path } from '#sitemap'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { OneTimeCodeField } from '#widgets/identity/OneTimeCodeField.tsx'
import { oneTimeCodeLength } from '#widgets/identity/oneTimeCode.ts'
import { type AccountIdentifier, formatAccountIdentifier } from './accountName.ts'
import type { SecondFactorChallenge } from './startSession.ts'
import { forgetSentCode, findSentCode } from './sentCodes.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './SignIn.module.css'
import { useApiErrorMessages } from './useApiErrorMessages.ts'
import { useRequestOneTimeCode } from './useRequestOneTimeCode.ts'
import { useSignInMutation } from './useSignInMutation.ts'

type Way = 'password' | 'code'
const wayKey = 'sign-in-way'

/** The ways this account may prove itself, of those the server admits. */
export function availableSignInSecretKinds(name: AccountIdentifier, methods: SystemSettings['loginMethods'] | undefined): Way[] {
  const admits = (method: SystemSettings['loginMethods'][number]) => methods === undefined || methods.includes(method)
  const ways: Way[] = []
  if (admits('password')) ways.push('password')
  if (name.kind !== 'uid' && admits(name.kind)) ways.push('code')
  return ways
}

interface SignInSecretStepProps {
  name: AccountIdentifier
  methods: SystemSettings['loginMethods'] | undefined
  onBack: () => void
  /** Signed in, or the second step is asked for. */
  onDone: (second: SecondFactorChallenge | undefined) => void
}

/** The second step: a password or a one-time code; the way that was used last is offered first. */
export function SignInSecretStep({ name, methods, onBack, onDone }: SignInSecretStepProps) {
  const ways = availableSignInSecretKinds(name, methods)
  const [chosen, setChosen] = useState<Way>(readLocalStorage(wayKey) === 'code' ? 'code' : 'password')
  const way = ways.includes(chosen) ? chosen : ways[0]
  const other = ways.find((each) => each !== way)
  const choose = (next: Way) => {
    writeLocalStorage(wayKey, next)
    setChosen(next)
  }
  return (
    <Stack gap={4}>
      <div className={styles.who}>
        <span className={styles.name}>{formatAccountIdentifier(name)}</span>
        <Button kind="quiet" size="small" onClick={onBack}>
          <Trans context="another account">Change</Trans>
        </Button>
      </div>
      {way === 'password' && <WithPassword name={name} onDone={onDone} />}
      {way === 'code' && <WithCode name={name} onDone={onDone} />}
      {way === undefined && (
        <Text role="alert" weight="medium" tone="error">
          <Trans>This kind of account cannot sign in here at the moment. Choose another account.</Trans>
        </Text>
      )}
      {other === 'code' && (
        <Button kind="quiet" wide onClick={() => choose('code')}>
          <Trans>Sign in with a code</Trans>
        </Button>
      )}
      {way === 'password' && name.kind !== 'uid' && (
        <Text tone="quiet" className={styles.small}>
          <Link to={path.forgotPassword}>
            <Trans>Forgot the password?</Trans>
          </Link>
        </Text>
      )}
      {other === 'password' && (
        <Button kind="quiet" wide onClick={() => choose('password')}>
          <Trans>Sign in with the password</Trans>
        </Button>
      )}
    </Stack>
  )
}

interface WayProps {
  name: AccountIdentifier
  /** Signed in, or the second step is asked for. */
  onDone: (second: SecondFactorChallenge | undefined) => void
}

function WithPassword({ name, onDone }: WayProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const signIn = useSignInMutation()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setMissing(true)
    signIn.mutate({ name, secret: { password } }, { onSuccess: onDone })
  }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      {/* For password managers: the account that this password belongs to. */}
      <input
        className="visuallyHidden"
        type="text"
        autoComplete="username"
        value={formatAccountIdentifier(name)}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={t`Password`}
        value={password}
        onChange={(text) => {
          setMissing(false)
          signIn.reset()
          setPassword(text)
        }}
        autoComplete="current-password"
        enterKeyHint="go"
        autoFocus
        error={isMissing ? t`Enter your password.` : words(signIn.error)}
      />
      <Button
        type="submit"
        size="large"
        wide
        busy={signIn.isPending}
        disabled={!isOnline}
        reason={isOnline ? undefined : t`Needs a connection`}
      >
        <Trans>Sign in</Trans>
      </Button>
    </Stack>
  )
}

function WithCode({ name, onDone }: WayProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const signIn = useSignInMutation()
  const sending = useRequestOneTimeCode('login')
  const [code, setCode] = useState('')
  const { mutate: sendCode } = sending
  const sent = sending.data ?? findSentCode('login', name, Date.now())
  const wasAsked = useRef(false)
  useEffect(() => {
    // One sending per visit, also where effects run twice; none while an earlier code is still good.
    if (!wasAsked.current && !findSentCode('login', name, Date.now())) sendCode(name)
    wasAsked.current = true
  }, [sendCode, name])
  const leave = (second: SecondFactorChallenge | undefined) => {
    forgetSentCode('login', name)
    onDone(second)
  }
  const signInWith = (full: string) => {
    if (!signIn.isPending) signIn.mutate({ name, secret: { code: full } }, { onSuccess: leave })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === oneTimeCodeLength) signInWith(code)
  }
  if (!sent) {
    return (
      <Stack gap={4}>
        {sending.error ? (
          <>
            <Text role="alert" weight="medium" tone="error">
              {words(sending.error)}
            </Text>
            <Button
              kind="secondary"
              wide
              disabled={!isOnline}
              reason={isOnline ? undefined : t`Needs a connection`}
              onClick={() => sendCode(name)}
            >
              <Trans>Try again</Trans>
            </Button>
          </>
        ) : (
          <div role="status" aria-label={t`Sending the code`}>
            <Skeleton height={3} />
          </div>
        )}
      </Stack>
    )
  }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <OneTimeCodeField
        value={code}
        onChange={(text) => {
          signIn.reset()
          setCode(text)
        }}
        onFilled={signInWith}
        sent={sent}
        onResend={() => sendCode(name)}
        isSending={sending.isPending}
        hint={t`Sent if the account exists. It is valid for ten minutes.`}
        error={words(signIn.error ?? sending.error)}
        autoFocus
      />
      <Button
        type="submit"
        size="large"
        wide
        busy={signIn.isPending}
        disabled={!isOnline || code.length < oneTimeCodeLength}
        reason={isOnline ? undefined : t`Needs a connection`}
      >
        <Trans>Sign in</Trans>
      </Button>
    </Stack>
  )
}
