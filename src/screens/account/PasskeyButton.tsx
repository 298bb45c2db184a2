import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#api/apiError.ts'
import { Button } from '#ui/Button.tsx'
import { Passkey } from '#ui/moreIcons.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { signInByPasskey } from './otherSignIn.ts'
import ways from './OtherWays.module.css'
import styles from './SignIn.module.css'
import { useFailureWords } from './useFailureWords.ts'
import { useFillIn } from './useFillIn.ts'

/** Sign-in by a passkey, first of all ways (product §4.3); the browser offers it in the account field too. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const refusal = useFillIn(onSignedIn)
  const signIn = useMutation<void, Error, void>({
    mutationFn: () => signInByPasskey(),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const error = signIn.error ?? (signIn.isIdle ? refusal : undefined)
  return (
    <div className={ways.way}>
      <Button
        kind="secondary"
        size="large"
        wide
        busy={signIn.isPending}
        disabled={!isOnline}
        onClick={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
      >
        <span className={ways.label}>
          <Passkey className={ways.icon} />
          <Trans>Sign in with a passkey</Trans>
        </span>
      </Button>
      {error && (
        <p role="alert" className={styles.error}>
          {error instanceof ApiError ? words(error) : <Trans>No passkey was used. You can sign in another way.</Trans>}
        </p>
      )}
      <p className={ways.or} aria-hidden="true">
        <Trans context="between two ways to sign in">or</Trans>
      </p>
    </div>
  )
}
