import { tokenKey } from '#contract/constants.ts'
import { readStored, store } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'

/** The token and where to go after signing in; everything else about the person is in the query cache. */
export interface Session {
  token: string | undefined
  redirectTo: string
}

const homePath = '/home'

export const session = createStore<Session>({ token: readStored(tokenKey), redirectTo: homePath })

export const hasToken = (): boolean => session.get().token !== undefined
export const useHasToken = (): boolean => useStore(session).token !== undefined

export function setToken(token: string | undefined): void {
  store(tokenKey, token)
  session.set((now) => ({ ...now, token }))
}

/** Whether another tab signed somebody in meanwhile. The storage itself is asked: this page's copy in memory would answer for it. */
export function hasOtherToken(): boolean {
  try {
    const stored = localStorage.getItem(tokenKey)
    return stored !== null && stored !== session.get().token
  } catch {
    return false
  }
}

/** Calls when another tab signs in or out. */
export const onOtherTabsToken = (listener: () => void): void =>
  addEventListener('storage', ({ key, newValue }) => {
    // No key: all of the storage was cleared.
    if ((key === tokenKey || key === null) && (newValue ?? undefined) !== session.get().token) listener()
  })

/** Remembers where a visitor wanted to go (requirements §2); whoever goes there checks that it is an address of ours. */
export const rememberRedirect = (target: string): void => session.set((now) => ({ ...now, redirectTo: target }))

/** The remembered place, once. */
export function takeRedirect(): string {
  const { redirectTo } = session.get()
  session.set((now) => ({ ...now, redirectTo: homePath }))
  return redirectTo
}
