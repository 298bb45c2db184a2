import { Trans, useLingui } from '@lingui/react/macro'
import { useUser } from '#api/person.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Stack } from '#ui/Stack.tsx'

/** What a full account is, and the way to it, for somebody who was refused what needs one. */
export function FullAccountRequiredSheet({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useLingui()
  const isGuest = useUser()?.isGuest === 1
  return (
    <BottomSheet open onClose={onClose} title={title}>
      <Stack gap={4}>
        {isGuest && (
          <p>
            <Trans>
              You are a guest of this device. With an email or a mobile number this account stays yours anywhere, with all that is in it.
            </Trans>
          </p>
        )}
        <ButtonLink to={path.addSignIn} size="large" wide onClick={onClose}>
          {isGuest ? <Trans>Keep this account</Trans> : t`Add a way to sign in`}
        </ButtonLink>
        <Button kind="secondary" size="large" wide onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}
