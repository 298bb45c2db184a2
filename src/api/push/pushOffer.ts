import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'

const hasOrderedKey = 'push-worth-it'
const declinedKey = 'push-declined'

// An order or a deposit of this person's: from then on there is something to tell while the app is closed (docs/rules/interface.md Notifications).
const isOffered = createStore<boolean>(readLocalStorage(hasOrderedKey) !== undefined && readLocalStorage(declinedKey) === undefined)

/** Whether notifications may be offered: something was ordered or deposited, and the offer was not turned down on this device. */
export const useIsPushOfferDue = (): boolean => useStore(isOffered)

export function markPushOfferDue(): void {
  if (readLocalStorage(hasOrderedKey) === undefined) writeLocalStorage(hasOrderedKey, '1')
  if (readLocalStorage(declinedKey) === undefined) isOffered.set(true)
}

/** Said once, for good: who changes their mind finds it under Messages and in the settings. */
export function declinePushOffer(): void {
  writeLocalStorage(declinedKey, '1')
  isOffered.set(false)
}

/** Of whoever was here: the next person has ordered nothing yet. */
export function resetPushOffer(): void {
  writeLocalStorage(hasOrderedKey, undefined)
  isOffered.set(false)
}
