import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#api/apiError.ts'
import { Button } from '#ui/Button.tsx'
import { PasskeyIcon } from '#ui/icons/signInIcons.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { signInByPasskey } from './passkeySignIn.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import ways from './OtherSignInMethodButtons.module.css'
import { useApiErrorMessages } from './useApiErrorMessages.ts'

interface SecondFactorPasskeyProps {
  ticket: string
  /** The step knows no other way than this one, a recovery code aside. */
  alone: boolean
  onBeginAgain: (why: string) => void
  onSignedIn: () => void
}

/** A passkey of the person whose first factor was right, as the second step. */
export function SecondFactorPasskeyButton({ ticket, alone, onBeginAgain, onSignedIn }: SecondFactorPasskeyProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const signIn = useMutation<void, Error, void>({
    mutationFn: () => signInByPasskey({ ticket }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof ApiError && error.key === 'TICKET_EXPIRED') onBeginAgain(error.message)
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const { error } = signIn
  return (
    <Stack gap={3}>
      {alone && (
        <p>
          <Trans>One more step: confirm with your passkey that it is you.</Trans>
        </p>
      )}
      <Button
        kind={alone ? 'primary' : 'secondary'}
        size="large"
        wide
        busy={signIn.isPending}
        disabled={!isOnline}
        reason={isOnline ? undefined : t`Needs a connection`}
        onClick={() => signIn.mutate()}
      >
        <span className={ways.label}>
          <PasskeyIcon className={ways.icon} />
          <Trans>Confirm with a passkey</Trans>
        </span>
      </Button>
      {error && (
        <Text role="alert" weight="medium" tone="error">
          {error instanceof ApiError ? words(error) : <Trans>The passkey was not used. Try again when you are ready.</Trans>}
        </Text>
      )}
      {!alone && (
        <p className={ways.or} aria-hidden="true">
          <Trans context="between two ways to sign in">or</Trans>
        </p>
      )}
    </Stack>
  )
}
