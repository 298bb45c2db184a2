import { useState } from 'react'
import { filed } from './keep.ts'
import { readTab, writeTab } from './keptInTab.ts'

/** The parts of something that was kept, none of them known to be what it should; none at all where it is no object. */
export const partsOf = <T extends object>(kept: unknown): Partial<Record<keyof T, unknown>> =>
  typeof kept === 'object' && kept !== null ? kept : {}

// Where the tab has no storage: as long as the app is open.
const drafts = new Map<string, object>()

/**
 * What this person has typed into one form and not sent, and what changes it: looking at another screen, a reload or an update on the way
 * loses nothing. `read` takes what fits out of what was kept, perhaps by another build; `start` goes before it, such as from a link.
 */
export function useDraft<T extends object>(
  name: string,
  empty: T,
  read: (kept: unknown) => Partial<T>,
  start: Partial<T> = {},
): [T, (next: Partial<T>) => void] {
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...read(drafts.get(filed(name)) ?? readTab(name)), ...start }))
  const change = (next: Partial<T>) => {
    const changed = { ...draft, ...next }
    drafts.set(filed(name), changed)
    writeTab(name, changed)
    setDraft(changed)
  }
  return [draft, change]
}
