import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { pendingLaunchPathStore } from './pendingLaunch.ts'

/** Asks before a shortcut or a link from outside of the app takes the place of what is open and unfinished. */
export function ConfirmLaunchNavigationSheet({ place }: { place: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const dismiss = () => pendingLaunchPathStore.set(undefined)
  const openLaunchPath = () => {
    dismiss()
    router.history.push(place)
  }
  return (
    <BottomSheet
      open
      onClose={dismiss}
      title={t`Leave this screen?`}
      footer={
        <>
          <Button size="large" wide onClick={dismiss}>
            <Trans>Stay here</Trans>
          </Button>
          <Button kind="secondary" size="large" wide onClick={openLaunchPath}>
            <Trans>Leave and open it</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>You opened something else of Fairlead from outside. What is open here is not finished, and may be lost.</Trans>
      </p>
    </BottomSheet>
  )
}
