import { readStartupReplyOrSend } from '#api/frame.ts'
import { meQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { sendApiCall } from '#api/send.ts'
import { hasToken, userSessionStore } from '#api/session.ts'
import { onStreamOpen } from '#api/stream/socket.ts'
import { favourites, maxFavouriteMarkets } from '#contract/calls/favourites.ts'
import { devicePreferencesStore, setDevicePreference } from '#device/preferences.ts'
import { readLocalStorageJson, writeLocalStorage } from '#device/storage.ts'
import { type LastSyncedFavourites, isSameSymbolList, mergeFavourites } from './mergeFavourites.ts'

const key = 'favourites-agreed'
const syncDelayMs = 1_000

const lastSynced = (): LastSyncedFavourites | undefined => {
  const stored = readLocalStorageJson(key) as LastSyncedFavourites | null
  return stored && typeof stored.owner === 'string' && Array.isArray(stored.symbols) ? stored : undefined
}

/**
 * From now on this device and the account have the same favourites: at sign-in, after every change, and when a signal comes back.
 * Without one the device's own list works on, and its changes are brought along later.
 */
export function startFavouritesSync(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  const run = (): void => {
    // One at a time; what changes meanwhile asks again.
    if (running) return scheduleSync()
    running = syncFavourites()
      .catch(() => undefined)
      .finally(() => (running = undefined))
  }
  const scheduleSync = (): void => {
    clearTimeout(timer)
    timer = setTimeout(run, syncDelayMs)
  }
  let symbols = devicePreferencesStore.get().favourites
  devicePreferencesStore.subscribe(() => {
    const now = devicePreferencesStore.get().favourites
    if (now !== symbols) scheduleSync()
    symbols = now
  })
  let { token } = userSessionStore.get()
  userSessionStore.subscribe(() => {
    const next = userSessionStore.get().token
    if (next === undefined) clearSyncedFavourites()
    if (next !== token) scheduleSync()
    token = next
  })
  onStreamOpen((isBack) => isBack && scheduleSync())
  run()
}

/** A list that was agreed on with an account goes with its person; that of a visitor stays. */
function clearSyncedFavourites(): void {
  if (!lastSynced()) return
  writeLocalStorage(key, undefined)
  setDevicePreference('favourites', [])
}

async function syncFavourites(): Promise<void> {
  if (!hasToken()) return clearSyncedFavourites()
  const { token } = userSessionStore.get()
  const { id } = await queryClient.fetchQuery({ ...meQuery(), staleTime: 60_000 })
  const local = devicePreferencesStore.get().favourites
  // Before the account's list: what another tab agrees on while that is on its way would be newer than the list.
  const synced = lastSynced()
  const account = (await readStartupReplyOrSend(favourites.list, {})).symbols
  if (userSessionStore.get().token !== token) return
  const merged = mergeFavourites(local, account, synced, id).slice(0, maxFavouriteMarkets)
  const saved = isSameSymbolList(merged, account) ? account : (await sendApiCall(favourites.set, { symbols: merged })).symbols
  // Somebody else by now, or something was marked while the answer was on its way: that has its own turn.
  if (userSessionStore.get().token !== token || devicePreferencesStore.get().favourites !== local) return
  writeLocalStorage(key, JSON.stringify({ owner: id, symbols: saved } satisfies LastSyncedFavourites))
  if (!isSameSymbolList(local, saved)) setDevicePreference('favourites', saved)
}
