import { isAppleMobile } from './appleMobile.ts'
import { createStore } from './store.ts'

interface InstallEvent extends Event {
  prompt(): Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How this device can put the app on its home screen: by a prompt of the browser, by hand (iOS), or not at all, or not again. */
export type AppInstallWay = 'none' | 'prompt' | 'byHand'
export const appInstallWayStore = createStore<AppInstallWay>('none')

/** What the browser offered, as long as it was not used. */
export const browserInstallOffer: { event?: InstallEvent | undefined } = {}

/** Whether the app was opened from the home screen; false in a tab of the browser, also where it is installed. */
export const isRunningStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

const storeInstallEvent = (event: InstallEvent): void => {
  event.preventDefault()
  browserInstallOffer.event = event
  appInstallWayStore.set('prompt')
}

/** Catches the browser's offer, which comes once and early: one that came before the app was kept by the page (index.html). */
export function watchBrowserInstallOffer(): void {
  const { installEvent } = window as { installEvent?: InstallEvent }
  if (installEvent) storeInstallEvent(installEvent)
  window.addEventListener('beforeinstallprompt', (event) => storeInstallEvent(event as InstallEvent))
  window.addEventListener('appinstalled', () => appInstallWayStore.set('none'))
  if (isAppleMobile() && !isRunningStandalone()) appInstallWayStore.set('byHand')
}
