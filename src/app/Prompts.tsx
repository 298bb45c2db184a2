import { lazy, Suspense } from 'react'
import { InstallPrompt } from './InstallPrompt.tsx'
import { PushOffer } from './PushOffer.tsx'
import { SessionReminder } from './SessionReminder.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { useGuestRefusal } from './guestRefusal.ts'

// Few people ever see it.
const GuestSheet = lazy(() => import('./GuestSheet.tsx').then((module) => ({ default: module.GuestSheet })))

/** The quiet rows above the tab bar, the reminder of time, and a guest's way to a full account. */
export default function Prompts() {
  const [refusal, close] = useGuestRefusal()
  return (
    <>
      <InstallPrompt />
      <PushOffer />
      <UpdatePrompt />
      <SessionReminder />
      {refusal !== undefined && (
        <Suspense>
          <GuestSheet title={refusal} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
