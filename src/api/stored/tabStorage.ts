import { userScopedKey } from '../userScopedKey.ts'

// What a person types, in the storage of this tab: a reload loses nothing of it, it ends with the tab, and signing out wipes it.
const tabStorageKey = (name: string): string => `typed:${userScopedKey(name)}`

/** What this person left under a name in this tab; undefined where there is nothing that can be read. */
export function readTabFormDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(tabStorageKey(name)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps it for this person and tab; undefined takes it away. Without storage nothing is kept. */
export function writeTabFormDraft(name: string, value: object | undefined): void {
  try {
    if (value) sessionStorage.setItem(tabStorageKey(name), JSON.stringify(value))
    else sessionStorage.removeItem(tabStorageKey(name))
  } catch {
    // The page that writes has its own copy.
  }
}

/** Forgets what anybody typed in this tab. */
export function clearTabFormDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('typed:')) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
