import { meQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { send } from '#api/send.ts'
import { hasToken, session } from '#api/session.ts'
import { onOpen } from '#api/socket.ts'
import { favourites, mostFavourites } from '#contract/calls/favourites.ts'
import { preferences, setPreference } from '#device/preferences.ts'
import { readStoredJson, store } from '#device/storage.ts'
import { type Agreed, isSame, mergeFavourites } from './mergeFavourites.ts'

const key = 'favourites-agreed'
const restMs = 1_000

const agreedOn = (): Agreed | undefined => {
  const kept = readStoredJson(key) as Agreed | null
  return kept && typeof kept.owner === 'string' && Array.isArray(kept.symbols) ? kept : undefined
}

/**
 * From now on this device and the account have the same favourites: at sign-in, after every change, and when a signal comes back.
 * Without one the device's own list works on, and its changes are brought along later.
 */
export function keepFavourites(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  const run = (): void => {
    // One at a time; what changes meanwhile asks again.
    if (running) return later()
    running = reconcile()
      .catch(() => undefined)
      .finally(() => (running = undefined))
  }
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(run, restMs)
  }
  let symbols = preferences.get().favourites
  preferences.subscribe(() => {
    const now = preferences.get().favourites
    if (now !== symbols) later()
    symbols = now
  })
  let { token } = session.get()
  session.subscribe(() => {
    const next = session.get().token
    if (next === undefined) leave()
    if (next !== token) later()
    token = next
  })
  onOpen(later)
  run()
}

/** A list that was agreed on with an account goes with its person; that of a visitor stays. */
function leave(): void {
  if (!agreedOn()) return
  store(key, undefined)
  setPreference('favourites', [])
}

async function reconcile(): Promise<void> {
  if (!hasToken()) return leave()
  const { token } = session.get()
  const { id } = await queryClient.fetchQuery({ ...meQuery(), staleTime: 60_000 })
  const local = preferences.get().favourites
  const account = (await send(favourites.list, {})).symbols
  if (session.get().token !== token) return
  const merged = mergeFavourites(local, account, agreedOn(), id).slice(0, mostFavourites)
  const kept = isSame(merged, account) ? account : (await send(favourites.set, { symbols: merged })).symbols
  // Somebody else by now, or something was marked while the answer was on its way: that has its own turn.
  if (session.get().token !== token || preferences.get().favourites !== local) return
  store(key, JSON.stringify({ owner: id, symbols: kept } satisfies Agreed))
  if (!isSame(local, kept)) setPreference('favourites', kept)
}
