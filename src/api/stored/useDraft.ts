import { useEffect, useState } from 'react'
import { userScopedKey } from '../userScopedKey.ts'
import { readTabFormDraft, writeTabFormDraft } from './tabStorage.ts'

/** The parts of something that was kept, none of them known to be what it should; none at all where it is no object. */
export const asPartialObject = <T extends object>(kept: unknown): Partial<Record<keyof T, unknown>> =>
  typeof kept === 'object' && kept !== null ? kept : {}

// Where the tab has no storage: as long as the app is open.
const drafts = new Map<string, object>()
const listeners = new Set<(key: string, draft: object) => void>()

/** Takes back a draft that was sent, as `blank` says; one that was changed since is another one and stays. */
export type ClearSentFormDraft<T> = (blank: Partial<T>) => void

/**
 * What this person has typed into one form and not sent, and what changes it: looking at another screen, a reload or an update on the way
 * loses nothing. `read` takes what fits out of what was kept, perhaps by another build; `start` goes before it, such as from a link.
 * The third is asked for when what is typed is sent: the answer may come when somebody types the next one, on this screen or come back to it.
 */
export function useTabFormDraft<T extends object>(
  name: string,
  empty: T,
  read: (kept: unknown) => Partial<T>,
  start: Partial<T> = {},
): [T, (next: Partial<T>) => void, () => ClearSentFormDraft<T>] {
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...read(drafts.get(userScopedKey(name)) ?? readTabFormDraft(name)), ...start }))
  useEffect(() => {
    const listen = (key: string, changed: object) => {
      if (key === userScopedKey(name)) setDraft(changed as T)
    }
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [name])
  const write = (changed: T) => {
    const key = userScopedKey(name)
    drafts.set(key, changed)
    writeTabFormDraft(name, changed)
    setDraft(changed)
    // Somebody who left the screen and came back sees another copy of the form.
    for (const listen of listeners) listen(key, changed)
  }
  const change = (next: Partial<T>) => write({ ...draft, ...next })
  const send = (): ClearSentFormDraft<T> => {
    const [key, sent] = [userScopedKey(name), { ...draft }]
    write(sent)
    return (blank) => {
      if (key === userScopedKey(name) && drafts.get(key) === sent) write({ ...sent, ...blank })
    }
  }
  return [draft, change, send]
}
