import { sessionTokenStorageKey } from '#contract/constants.ts'
import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'

/** The token and where to go after signing in; everything else about the person is in the query cache. */
export interface UserSession {
  token: string | undefined
  redirectTo: string
}

const homePath = '/home'

export const userSessionStore = createStore<UserSession>({ token: readLocalStorage(sessionTokenStorageKey), redirectTo: homePath })

export const hasToken = (): boolean => userSessionStore.get().token !== undefined
export const useHasToken = (): boolean => useStore(userSessionStore).token !== undefined

export function setToken(token: string | undefined): void {
  writeLocalStorage(sessionTokenStorageKey, token)
  userSessionStore.set((now) => ({ ...now, token }))
}

/**
 * Whether another tab signed somebody in meanwhile; false where it signed out, or where the storage cannot be read. The storage itself is
 * asked: this page's copy in memory would answer for it.
 */
export function hasOtherTabSignedIn(): boolean {
  try {
    const stored = localStorage.getItem(sessionTokenStorageKey)
    return stored !== null && stored !== userSessionStore.get().token
  } catch {
    return false
  }
}

/** Calls when another tab signs in or out. */
export const onOtherTabSessionChange = (listener: () => void): void =>
  addEventListener('storage', ({ key, newValue }) => {
    // No key: all of the storage was cleared.
    if ((key === sessionTokenStorageKey || key === null) && (newValue ?? undefined) !== userSessionStore.get().token) listener()
  })

/** Remembers where a visitor wanted to go (docs/rules/interface.md); whoever goes there checks that it is an address of ours. */
export const rememberPostSignInRedirect = (target: string): void => userSessionStore.set((now) => ({ ...now, redirectTo: target }))

/** The remembered place, once. */
export function consumePostSignInRedirect(): string {
  const { redirectTo } = userSessionStore.get()
  userSessionStore.set((now) => ({ ...now, redirectTo: homePath }))
  return redirectTo
}
