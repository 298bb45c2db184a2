import { createStore, useStore } from './store.ts'
import { readStoredJson, store } from './storage.ts'

/** What this device remembers about how things should look. Kept locally; the account's settings are copied in at sign-in. */
export interface Preferences {
  theme: 'light' | 'dark' | 'auto'
  /** Undefined until chosen: then the language decides (product §4.5). */
  upColor: 'green' | 'red' | 'blue' | undefined
  hideBalance: boolean
  textScale: number
  /** The hand that holds the phone; pairs of buttons change sides with it (product §4.1). */
  hand: 'right' | 'left'
  favourites: string[]
  /** The book that the app shows: 2 is demo. */
  accountType: 1 | 2
  /** Whether this person was asked before looking at the real book. */
  knowsRealBook: boolean
  /** Ways from home in the person's own order, as the account has it; `own` while it does not. */
  shortcuts?: { order: string; own: boolean }
}

const key = 'preferences'
const initial: Preferences = {
  theme: 'auto',
  upColor: undefined,
  hideBalance: false,
  textScale: 1,
  hand: 'right',
  favourites: [],
  accountType: 2,
  knowsRealBook: false,
}

export const preferences = createStore<Preferences>({ ...initial, ...(readStoredJson(key) as Partial<Preferences> | null) })

export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  preferences.set((now) => ({ ...withStored(now), [name]: value }))
  store(key, JSON.stringify(preferences.get()))
}

/** What another tab has chosen meanwhile counts here too, save for the book: a ticket never changes over by itself. */
const withStored = (now: Preferences): Preferences => ({
  ...now,
  ...(readStoredJson(key) as Partial<Preferences> | null),
  accountType: now.accountType,
})

/** From now on choices made in another tab show here at once. */
export const adoptPreferences = (): void => addEventListener('storage', (event) => event.key === key && preferences.set(withStored))

export const usePreference = <K extends keyof Preferences>(name: K): Preferences[K] => useStore(preferences)[name]

export const toggleFavourite = (symbol: string): void => {
  const { favourites } = preferences.get()
  setPreference('favourites', favourites.includes(symbol) ? favourites.filter((other) => other !== symbol) : [...favourites, symbol])
}
