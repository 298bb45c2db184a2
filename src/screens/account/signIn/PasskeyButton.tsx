import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#api/apiError.ts'
import { Button } from '#ui/Button.tsx'
import { PasskeyIcon } from '#ui/icons/signInIcons.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { signInByPasskey } from './passkeySignIn.ts'
import { Stack } from '#ui/Stack.tsx'
import ways from './OtherSignInMethodButtons.module.css'
import { useApiErrorMessages } from './useApiErrorMessages.ts'
import { usePasskeyAutofill } from './usePasskeyAutofill.ts'

/** Sign-in by a passkey, first of all ways (docs/rules/accounts.md); the browser offers it in the account field too. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const refusal = usePasskeyAutofill(onSignedIn)
  const signIn = useMutation<void, Error, void>({
    mutationFn: () => signInByPasskey(),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const error = signIn.error ?? (signIn.isIdle ? refusal : undefined)
  return (
    <Stack gap={3}>
      <Button
        kind="secondary"
        size="large"
        wide
        busy={signIn.isPending}
        disabled={!isOnline}
        onClick={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
      >
        <span className={ways.label}>
          <PasskeyIcon className={ways.icon} />
          <Trans>Sign in with a passkey</Trans>
        </span>
      </Button>
      {error && (
        <p role="alert" className="text-small weight-medium tone-error">
          {error instanceof ApiError ? words(error) : <Trans>No passkey was used. You can sign in another way.</Trans>}
        </p>
      )}
      <p className={ways.or} aria-hidden="true">
        <Trans context="between two ways to sign in">or</Trans>
      </p>
    </Stack>
  )
}
