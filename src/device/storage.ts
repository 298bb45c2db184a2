// Storage can be missing or full (private windows, blocked cookies): then the app works on with less, from memory.
const memoryStorage = new Map<string, string>()

export function readLocalStorage(key: string): string | undefined {
  try {
    return memoryStorage.get(key) ?? localStorage.getItem(key) ?? undefined
  } catch {
    return memoryStorage.get(key)
  }
}

/** Keeps a text under a key; `undefined` forgets it. */
export function writeLocalStorage(key: string, value: string | undefined): void {
  // Only what could not be kept: of all else another tab may know more.
  memoryStorage.delete(key)
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // This copy lasts as long as this page.
    if (value !== undefined) memoryStorage.set(key, value)
  }
}

export const readLocalStorageJson = (key: string): unknown => {
  try {
    return JSON.parse(readLocalStorage(key) ?? 'null')
  } catch {
    return null
  }
}
