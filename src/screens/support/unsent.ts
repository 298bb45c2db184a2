import { useCallback, useEffect, useRef, useState } from 'react'
import type { TicketTopic } from '#contract/calls/support.ts'
import { unusedUploadMs } from '#contract/calls/uploads.ts'
import { filed } from '#api/keep.ts'
import { readTab, writeTab } from '#api/keptInTab.ts'
import { openShelf } from '#device/database.ts'

/** What somebody has written and not sent. `requestId`: it was sent and no answer came; the same id on the next try sends it once. */
export interface Unsent {
  text: string
  fileIds: readonly string[]
  topic?: TicketTopic | undefined
  requestId?: string | undefined
  atMs: number
}

// Beside this person's reads, so that signing out wipes it with them.
const shelf = openShelf('kept-by-page')
// The server forgets a picture that nothing names after a day; one that is nearly so old is left out.
const picturesKeptMs = unusedUploadMs - 3_600_000

export const nothing: Unsent = { text: '', fileIds: [], atMs: 0 }

/** What was kept, with what can be no more left out. */
export function readUnsent(kept: unknown, now: number): Unsent {
  const { text, fileIds, topic, requestId, atMs } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Unsent>
  if (typeof text !== 'string' || !Array.isArray(fileIds) || typeof atMs !== 'number') return nothing
  const isYoung = now - atMs < picturesKeptMs
  return { text, fileIds: isYoung ? fileIds : [], topic, requestId: isYoung ? requestId : undefined, atMs }
}

// The database writes a moment later; what was typed just before a reload is in the tab's own storage.
const inTab = (name: string): string => `unsent:${name}`

/**
 * What is being written in one conversation, kept on this device with every letter: a reload or another language loses nothing. Undefined
 * until it has been read.
 */
export function useUnsent(name: string): [Unsent | undefined, (change: Partial<Unsent>) => void] {
  const [unsent, setUnsent] = useState<Unsent>()
  const latest = useRef<Unsent>(undefined)
  useEffect(() => {
    let isCurrent = true
    latest.current = undefined
    setUnsent(undefined)
    void shelf.get(filed(`unsent:${name}`)).then((kept) => {
      if (!isCurrent) return
      const [here, before] = [readUnsent(readTab(inTab(name)), Date.now()), readUnsent(kept, Date.now())]
      latest.current = here.atMs > before.atMs ? here : before
      setUnsent(latest.current)
    })
    return () => {
      isCurrent = false
    }
  }, [name])
  const change = useCallback(
    (part: Partial<Unsent>) => {
      const next = { ...(latest.current ?? nothing), ...part, atMs: Date.now() }
      latest.current = next
      setUnsent(next)
      const isEmpty = next.text === '' && next.fileIds.length === 0 && next.topic === undefined
      writeTab(inTab(name), isEmpty ? undefined : next)
      void (isEmpty ? shelf.remove(filed(`unsent:${name}`)) : shelf.set(filed(`unsent:${name}`), next))
    },
    [name],
  )
  return [unsent, change]
}
