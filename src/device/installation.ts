import { isAppleMobile } from './appleMobile.ts'
import { createStore } from './store.ts'

interface InstallEvent extends Event {
  prompt(): Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How this device can put the app on its home screen: by a prompt of the browser, by hand (iOS), or not at all, or not again. */
export type Installation = 'none' | 'prompt' | 'byHand'
export const installation = createStore<Installation>('none')

let offered: InstallEvent | undefined

/** Whether the app was opened from the home screen. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** Catches the browser's offer, which comes once and early. */
export function watchInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallEvent
    installation.set('prompt')
  })
  window.addEventListener('appinstalled', () => installation.set('none'))
  if (isAppleMobile() && !isInstalled()) installation.set('byHand')
}

/** Opens the browser's own prompt; whether the person agreed. What the browser offered is good for one question. */
export async function install(): Promise<boolean> {
  const event = offered
  if (!event) return false
  // At once: a second press asks nothing anew, and what the browser offers after a no is kept.
  offered = undefined
  await event.prompt()
  const { outcome } = await event.userChoice
  if (!offered) installation.set('none')
  return outcome === 'accepted'
}
