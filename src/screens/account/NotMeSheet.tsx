import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { profile, type SignIn } from '#contract/calls/profile.ts'
import { useWrite } from '#api/mutation.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import styles from './Sessions.module.css'
import { useFailureWords } from './useFailureWords.ts'

/** "This was not me": ends that session, holds new addresses, and leads to a new password. */
export function NotMeSheet({ signIn, onClose }: { signIn: SignIn | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const words = useFailureWords()
  const [until, setUntil] = useState<number>()
  const disown = useWrite(profile.disownSignIn, { errors: 'inline' })
  const close = () => {
    disown.reset()
    setUntil(undefined)
    onClose()
  }
  const say = () => signIn && disown.mutate({ body: { id: signIn.id } }, { onSuccess: ({ holdUntil }) => setUntil(holdUntil) })
  const isDone = until !== undefined
  const end = isDone ? formatTime(until) : ''
  return (
    <Sheet
      open={signIn !== undefined}
      onClose={close}
      title={isDone ? t`Now change your password` : t`Was this not you?`}
      footer={
        isDone ? (
          <>
            <ButtonLink to={path.changePassword} size="large" wide>
              <Trans>Change the password</Trans>
            </ButtonLink>
            <Button kind="secondary" size="large" wide onClick={close}>
              <Trans>Later</Trans>
            </Button>
          </>
        ) : (
          <>
            <Button kind="danger" size="large" wide busy={disown.isPending} onClick={say}>
              <Trans>This was not me</Trans>
            </Button>
            <Button kind="secondary" size="large" wide onClick={close}>
              <Trans>It was me</Trans>
            </Button>
          </>
        )
      }
    >
      <div className={styles.confirm}>
        {signIn && (
          <p className={styles.device}>
            {signIn.device} · {formatTime(signIn.createTime)}
          </p>
        )}
        {isDone ? (
          <p>
            <Trans>
              That session has ended. Money can go only to addresses you had before, until {end}. Whoever signed in may know your password.
            </Trans>
          </p>
        ) : (
          <p>
            <Trans>Its session ends at once, and money can go only to addresses you had before, for 24 hours.</Trans>
          </p>
        )}
        {disown.error && (
          <p role="alert" className={styles.error}>
            {words(disown.error)}
          </p>
        )}
      </div>
    </Sheet>
  )
}
