import { lockKey, tokenKey } from '#contract/constants.ts'
import { readStored } from '#device/storage.ts'

// Nothing is shown until the lock's own code has said whether somebody must prove themselves first.
function lock(): void {
  import('#widgets/appLock/lock.tsx').then(
    ({ startLock }) => startLock(),
    () => setTimeout(lock, 2_000),
  )
}
if (readStored(lockKey) && readStored(tokenKey)) {
  document.documentElement.style.visibility = 'hidden'
  lock()
}
