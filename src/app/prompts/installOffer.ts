import { useRouterState } from '@tanstack/react-router'
import { queryClient } from '#api/queryClient.ts'
import { type AppInstallWay, appInstallWayStore } from '#device/installation.ts'
import { devicePreferencesStore } from '#device/preferences.ts'
import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'
import { path } from '#sitemap'
import { appPromptsNeededStore } from './promptsNeeded.ts'

const declinedKey = 'install-declined-at'
const startCountKey = 'starts'
const hasSucceededKey = 'was-useful'
const askAgainAfterMs = 30 * 24 * 3_600_000

const isDeclined = (): boolean => Date.now() - Number(readLocalStorage(declinedKey) ?? 0) < askAgainAfterMs
/** Whether this is not the first time that the app is opened here. */
export const isRepeatAppStart = (): boolean => Number(readLocalStorage(startCountKey) ?? 0) > 1
const isReturningUser = (): boolean => isRepeatAppStart() && readLocalStorage(hasSucceededKey) !== undefined && !isDeclined()

/** Whether the person knows by now what the app is for: it is not their first visit, and something came of it. */
const isDue = createStore(false)

/** From now on notes what was of use: something was done that the server took, or a market was marked. */
export function startInstallOfferTracking(): void {
  writeLocalStorage(startCountKey, String(Number(readLocalStorage(startCountKey) ?? 0) + 1))
  const updateOffer = (): void => {
    isDue.set(isReturningUser())
    if (isDue.get()) appPromptsNeededStore.set(true)
  }
  const noteSuccess = (): void => {
    writeLocalStorage(hasSucceededKey, '1')
    updateOffer()
  }
  // Also what was marked before this began to watch: it begins behind the first screen, which takes fingers sooner.
  if (devicePreferencesStore.get().favourites.length > 0) noteSuccess()
  else updateOffer()
  queryClient.getMutationCache().subscribe(({ mutation }) => mutation?.state.status === 'success' && noteSuccess())
  let { favourites } = devicePreferencesStore.get()
  devicePreferencesStore.subscribe(() => {
    const now = devicePreferencesStore.get().favourites
    if (now.length > favourites.length) noteSuccess()
    favourites = now
  })
}

/** Silent for thirty days. */
export function declineInstallation(): void {
  writeLocalStorage(declinedKey, String(Date.now()))
  isDue.set(false)
}

/** How to offer the home screen now: on Home and on Personal, to whom it may be of use. */
export function useOfferedInstallWay(): AppInstallWay {
  const installWay = useStore(appInstallWayStore)
  const isOfferDue = useStore(isDue)
  const isOfferScreen = useRouterState({ select: ({ location: { pathname } }) => pathname === path.me || pathname === path.home })
  return isOfferDue && isOfferScreen ? installWay : 'none'
}
