import { useRouterState } from '@tanstack/react-router'
import { queryClient } from '#api/queryClient.ts'
import { type Installation, installation } from '#device/installation.ts'
import { preferences } from '#device/preferences.ts'
import { readStored, store } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'
import { path } from '#sitemap'

const declinedKey = 'install-declined-at'
const startsKey = 'starts'
const usefulKey = 'was-useful'
const askAgainAfterMs = 30 * 24 * 3_600_000

const isDeclined = (): boolean => Date.now() - Number(readStored(declinedKey) ?? 0) < askAgainAfterMs
const isKnown = (): boolean => Number(readStored(startsKey) ?? 0) > 1 && readStored(usefulKey) !== undefined && !isDeclined()

/** Whether the person knows by now what the app is for: it is not their first visit, and something came of it. */
const isDue = createStore(false)

/** From now on notes what was of use: something was done that the server took, or a market was marked. */
export function watchUsefulness(): void {
  store(startsKey, String(Number(readStored(startsKey) ?? 0) + 1))
  isDue.set(isKnown())
  const note = (): void => {
    store(usefulKey, '1')
    isDue.set(isKnown())
  }
  queryClient.getMutationCache().subscribe(({ mutation }) => mutation?.state.status === 'success' && note())
  let { favourites } = preferences.get()
  preferences.subscribe(() => {
    const now = preferences.get().favourites
    if (now.length > favourites.length) note()
    favourites = now
  })
}

/** Silent for thirty days. */
export function declineInstallation(): void {
  store(declinedKey, String(Date.now()))
  isDue.set(false)
}

/** How to offer the home screen now: on Home and on Personal, to whom it may be of use. */
export function useInstallOffer(): Installation {
  const way = useStore(installation)
  const isShown = useStore(isDue)
  const isPlace = useRouterState({ select: ({ location: { pathname } }) => pathname === path.me || pathname === path.home })
  return isShown && isPlace ? way : 'none'
}
