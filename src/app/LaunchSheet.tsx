import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { askedLaunch } from './askedLaunch.ts'

/** Asks before a shortcut or a link from outside of the app takes the place of what is open and unfinished. */
export function LaunchSheet({ place }: { place: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const stay = () => askedLaunch.set(undefined)
  const leave = () => {
    stay()
    router.history.push(place)
  }
  return (
    <Sheet
      open
      onClose={stay}
      title={t`Leave this screen?`}
      footer={
        <>
          <Button size="large" wide onClick={stay}>
            <Trans>Stay here</Trans>
          </Button>
          <Button kind="secondary" size="large" wide onClick={leave}>
            <Trans>Leave and open it</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>You opened something else of Fairlead from outside. What is open here is not finished, and may be lost.</Trans>
      </p>
    </Sheet>
  )
}
