import { filed } from './keep.ts'

// What a person types, in the storage of this tab: a reload loses nothing of it, it ends with the tab, and signing out wipes it.
const inTab = (name: string): string => `typed:${filed(name)}`

/** What this person left under a name in this tab; undefined where there is nothing that can be read. */
export function readTab(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(inTab(name)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps it for this person and tab; undefined takes it away. Without storage nothing is kept. */
export function writeTab(name: string, value: object | undefined): void {
  try {
    if (value) sessionStorage.setItem(inTab(name), JSON.stringify(value))
    else sessionStorage.removeItem(inTab(name))
  } catch {
    // The page that writes has its own copy.
  }
}

/** Forgets what anybody typed in this tab. */
export function wipeTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('typed:')) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
