import { appLockStorageKey, sessionTokenStorageKey } from '#contract/constants.ts'
import { readLocalStorage } from '#device/storage.ts'

// Nothing is shown until the lock's own code has said whether somebody must prove themselves first.
function lock(): void {
  import('#widgets/appLock/lock.tsx').then(
    ({ startAppLockWatcher }) => startAppLockWatcher(),
    () => setTimeout(lock, 2_000),
  )
}
if (readLocalStorage(appLockStorageKey) && readLocalStorage(sessionTokenStorageKey)) {
  document.documentElement.style.visibility = 'hidden'
  lock()
}
