import { readStored, store } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'

const orderedKey = 'push-worth-it'
const declinedKey = 'push-declined'

// An order or a deposit of this person's: from then on there is something to tell while the app is closed (product §4.2 Notifications).
const offered = createStore<boolean>(readStored(orderedKey) !== undefined && readStored(declinedKey) === undefined)

/** Whether notifications may be offered: something was ordered or deposited, and the offer was not turned down on this device. */
export const usePushOffer = (): boolean => useStore(offered)

export function hasNewsToTell(): void {
  if (readStored(orderedKey) === undefined) store(orderedKey, '1')
  if (readStored(declinedKey) === undefined) offered.set(true)
}

/** Said once, for good: who changes their mind finds it under Messages and in the settings. */
export function declinePush(): void {
  store(declinedKey, '1')
  offered.set(false)
}

/** Of whoever was here: the next person has ordered nothing yet. */
export function forgetNews(): void {
  store(orderedKey, undefined)
  offered.set(false)
}
