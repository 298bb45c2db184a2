import { InstallPrompt } from './InstallPrompt.tsx'
import { SessionReminder } from './SessionReminder.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

/** The quiet rows above the tab bar, and the reminder of time. */
export default function Prompts() {
  return (
    <>
      <InstallPrompt />
      <UpdatePrompt />
      <SessionReminder />
    </>
  )
}
