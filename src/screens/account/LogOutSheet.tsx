import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { account } from '#contract/calls/account.ts'
import { endSessionOnDevice } from '#api/queryClient.ts'
import { sendApiCall } from '#api/send.ts'
import { setToken } from '#api/session.ts'
import { clearIncomingShare } from '#device/sharedItems.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { Stack } from '#ui/Stack.tsx'
import { Notice } from '#ui/Notice.tsx'

// A server that does not answer must not keep somebody signed in on this device.
const serverTimeoutMs = 5_000

/** Asks before signing out: what was kept for reading without a signal goes with it (docs/rules/accounts.md). */
export function LogOutSheet({ open, onClose, isGuest }: { open: boolean; onClose: () => void; isGuest: boolean }) {
  const { t } = useLingui()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const logOut = async () => {
    setBusy(true)
    const isSignedOutOnServer = await Promise.race([
      sendApiCall(account.signOut, {}).then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), serverTimeoutMs)),
    ])
    // Without the token, and away from the guarded screens, nothing asks for a person who is gone.
    setToken(undefined)
    await router.navigate({ to: path.signIn, replace: true })
    await endSessionOnDevice()
    // Nor is what was shared with the app anybody else's.
    await clearIncomingShare()
    showToast(isSignedOutOnServer ? t`Signed out` : t`Signed out on this device. End the session from another device to be sure.`)
  }
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={t`Log out?`}
      footer={
        <>
          <Button kind="danger" size="large" wide busy={isBusy} onClick={() => void logOut()}>
            <Trans>Log out</Trans>
          </Button>
          <Button kind="secondary" size="large" wide disabled={isBusy} onClick={onClose}>
            <Trans>Stay signed in</Trans>
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <p>
          <Trans>
            What this device keeps of your account to read offline will be erased. Nothing in the account itself changes; open positions
            stay open.
          </Trans>
        </p>
        {isGuest && (
          <Notice tone="warn">
            <Trans>As a guest you need your account number and password to come back. Nobody can reset them.</Trans>
          </Notice>
        )}
      </Stack>
    </BottomSheet>
  )
}
