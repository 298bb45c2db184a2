import { InstallPrompt } from './InstallPrompt.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

/** The quiet rows above the tab bar. */
export default function Prompts() {
  return (
    <>
      <InstallPrompt />
      <UpdatePrompt />
    </>
  )
}
