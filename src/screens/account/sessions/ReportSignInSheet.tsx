import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { profile, type SignInRecord } from '#contract/calls/profile.ts'
import { useApiWrite } from '#api/mutation.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Sessions.module.css'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

/** "This was not me": ends that session, holds new addresses, and leads to a new password. */
export function ReportSignInSheet({ signIn, onClose }: { signIn: SignInRecord | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  const [until, setUntil] = useState<number>()
  const disown = useApiWrite(profile.disownSignIn, { errors: 'inline' })
  const close = () => {
    disown.reset()
    setUntil(undefined)
    onClose()
  }
  const report = () => signIn && disown.mutate({ body: { id: signIn.id } }, { onSuccess: ({ holdUntil }) => setUntil(holdUntil) })
  const isDone = until !== undefined
  const end = isDone ? formatDateTime(until) : ''
  return (
    <BottomSheet
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
            <Button kind="danger" size="large" wide busy={disown.isPending} onClick={report}>
              <Trans>This was not me</Trans>
            </Button>
            <Button kind="secondary" size="large" wide onClick={close}>
              <Trans>It was me</Trans>
            </Button>
          </>
        )
      }
    >
      <Stack gap={3}>
        {signIn && (
          <Text size="inherit" weight="strong" className={styles.device}>
            {signIn.device} · {formatDateTime(signIn.createTime)}
          </Text>
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
          <Text role="alert" weight="medium" tone="error">
            {words(disown.error)}
          </Text>
        )}
      </Stack>
    </BottomSheet>
  )
}
