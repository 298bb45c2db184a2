// Storage can be missing or full (private windows, blocked cookies): then the app works on with less, from memory.
const memory = new Map<string, string>()

export function readStored(key: string): string | undefined {
  try {
    return memory.get(key) ?? localStorage.getItem(key) ?? undefined
  } catch {
    return memory.get(key)
  }
}

/** Keeps a text under a key; `undefined` forgets it. */
export function store(key: string, value: string | undefined): void {
  // Only what could not be kept: of all else another tab may know more.
  memory.delete(key)
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // This copy lasts as long as this page.
    if (value !== undefined) memory.set(key, value)
  }
}

export const readStoredJson = (key: string): unknown => {
  try {
    return JSON.parse(readStored(key) ?? 'null')
  } catch {
    return null
  }
}
