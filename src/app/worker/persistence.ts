import { hasToken, userSessionStore } from '#api/session.ts'
import { isRunningStandalone } from '#device/installation.ts'
import { requestStoragePersistence } from '#device/lastingStorage.ts'

/** Asks the browser, once someone is signed in or the app is installed, not to evict what is kept here. */
export function requestPersistentStorageWhenEligible(): void {
  const requestIfEligible = (): void => {
    if (hasToken() || isRunningStandalone()) void requestStoragePersistence()
  }
  requestIfEligible()
  userSessionStore.subscribe(requestIfEligible)
  window.addEventListener('appinstalled', () => void requestStoragePersistence())
}
