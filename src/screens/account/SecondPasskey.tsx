import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#api/apiError.ts'
import { Button } from '#ui/Button.tsx'
import { Passkey } from '#ui/moreIcons.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { signInByPasskey } from './otherSignIn.ts'
import ways from './OtherWays.module.css'
import styles from './SignIn.module.css'
import { useFailureWords } from './useFailureWords.ts'

interface SecondPasskeyProps {
  ticket: string
  /** The step knows no other way than this one, a recovery code aside. */
  alone: boolean
  onBeginAgain: (why: string) => void
  onSignedIn: () => void
}

/** A passkey of the person whose first factor was right, as the second step. */
export function SecondPasskey({ ticket, alone, onBeginAgain, onSignedIn }: SecondPasskeyProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useFailureWords()
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
    <div className={ways.way}>
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
          <Passkey className={ways.icon} />
          <Trans>Confirm with a passkey</Trans>
        </span>
      </Button>
      {error && (
        <p role="alert" className={styles.error}>
          {error instanceof ApiError ? words(error) : <Trans>The passkey was not used. Try again when you are ready.</Trans>}
        </p>
      )}
      {!alone && (
        <p className={ways.or} aria-hidden="true">
          <Trans context="between two ways to sign in">or</Trans>
        </p>
      )}
    </div>
  )
}
