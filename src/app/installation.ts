import { createStore } from '#device/store.ts'
import { readStored, store } from '#device/storage.ts'

interface InstallEvent extends Event {
  prompt(): Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const declinedKey = 'install-declined-at'
const askAgainAfterMs = 30 * 24 * 3_600_000

/** How this device can put the app on its home screen: by a prompt of the browser, by hand (iOS), or not at all. */
export type Installation = 'none' | 'prompt' | 'byHand'
export const installation = createStore<Installation>('none')

let offered: InstallEvent | undefined

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
const isDeclined = (): boolean => Date.now() - Number(readStored(declinedKey) ?? 0) < askAgainAfterMs

/** Catches the browser's offer, which comes once and early. */
export function watchInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallEvent
    if (!isDeclined()) installation.set('prompt')
  })
  window.addEventListener('appinstalled', () => installation.set('none'))
  if (/iPhone|iPad|iPod/.test(navigator.userAgent) && !isInstalled() && !isDeclined()) installation.set('byHand')
}

export function declineInstallation(): void {
  store(declinedKey, String(Date.now()))
  installation.set('none')
}

/** Opens the browser's own prompt. */
export async function install(): Promise<void> {
  if (!offered) return
  await offered.prompt()
  const { outcome } = await offered.userChoice
  offered = undefined
  if (outcome === 'dismissed') declineInstallation()
  else installation.set('none')
}
