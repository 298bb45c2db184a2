import { createStore, useStore } from './store.ts'
import { readLocalStorageJson, writeLocalStorage } from './storage.ts'

/** What this device remembers about how things should look. Kept locally; the account's settings are copied in at sign-in. */
export interface DevicePreferences {
  theme: 'light' | 'dark' | 'auto'
  /** Undefined until chosen: then the language decides (docs/rules/interface.md). */
  upColor: 'green' | 'red' | 'blue' | undefined
  hideBalance: boolean
  textScale: number
  /** The hand that holds the phone; pairs of buttons change sides with it (docs/rules/interface.md). */
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
const initial: DevicePreferences = {
  theme: 'auto',
  upColor: undefined,
  hideBalance: false,
  textScale: 1,
  hand: 'right',
  favourites: [],
  accountType: 2,
  knowsRealBook: false,
}

export const devicePreferencesStore = createStore<DevicePreferences>({
  ...initial,
  ...(readLocalStorageJson(key) as Partial<DevicePreferences> | null),
})

/** As they stood when this page began: who listens later finds by it what was chosen before. */
export const preferencesAtStart: DevicePreferences = devicePreferencesStore.get()

export function setDevicePreference<K extends keyof DevicePreferences>(name: K, value: DevicePreferences[K]): void {
  devicePreferencesStore.set((now) => ({ ...mergeStored(now), [name]: value }))
  writeLocalStorage(key, JSON.stringify(devicePreferencesStore.get()))
}

/** What another tab has chosen meanwhile counts here too, save for the book: a ticket never changes over by itself. */
const mergeStored = (now: DevicePreferences): DevicePreferences => ({
  ...now,
  ...(readLocalStorageJson(key) as Partial<DevicePreferences> | null),
  accountType: now.accountType,
})

/** From now on choices made in another tab show here at once. */
export const syncPreferencesAcrossTabs = (): void =>
  addEventListener('storage', (event) => event.key === key && devicePreferencesStore.set(mergeStored))

export const useDevicePreference = <K extends keyof DevicePreferences>(name: K): DevicePreferences[K] =>
  useStore(devicePreferencesStore)[name]

export const toggleFavouriteMarket = (symbol: string): void => {
  const { favourites } = devicePreferencesStore.get()
  setDevicePreference('favourites', favourites.includes(symbol) ? favourites.filter((other) => other !== symbol) : [...favourites, symbol])
}
