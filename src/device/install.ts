import { appInstallWayStore, browserInstallOffer } from './installation.ts'

/** Opens the browser's own prompt; whether the person agreed. What the browser offered is good for one question. */
export async function showInstallPrompt(): Promise<boolean> {
  const { event } = browserInstallOffer
  if (!event) return false
  // At once: a second press asks nothing anew, and what the browser offers after a no is kept.
  browserInstallOffer.event = undefined
  await event.prompt()
  const { outcome } = await event.userChoice
  if (!browserInstallOffer.event) appInstallWayStore.set('none')
  return outcome === 'accepted'
}
