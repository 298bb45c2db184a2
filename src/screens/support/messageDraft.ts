import { useCallback, useEffect, useRef, useState } from 'react'
import type { SupportTicketTopic } from '#contract/calls/support.ts'
import { unusedUploadLifetimeMs } from '#contract/calls/uploads.ts'
import { userScopedKey } from '#api/userScopedKey.ts'
import { readTabFormDraft, writeTabFormDraft } from '#api/stored/tabStorage.ts'
import { openOfflineTable } from '#device/database.ts'

/** What somebody has written and not sent. `requestId`: it was sent and no answer came; the same id on the next try sends it once. */
export interface MessageDraft {
  text: string
  fileIds: readonly string[]
  topic?: SupportTicketTopic | undefined
  requestId?: string | undefined
  atMs: number
}

// Beside this person's reads, so that signing out wipes it with them.
const table = openOfflineTable('kept-by-page')
// The server forgets a picture that nothing names after a day; one that is nearly so old is left out.
const pictureLifetimeMs = unusedUploadLifetimeMs - 3_600_000

export const emptyMessageDraft: MessageDraft = { text: '', fileIds: [], atMs: 0 }

/** What was kept, with what can be no more left out. */
export function parseMessageDraft(stored: unknown, now: number): MessageDraft {
  const { text, fileIds, topic, requestId, atMs } = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<MessageDraft>
  if (typeof text !== 'string' || !Array.isArray(fileIds) || typeof atMs !== 'number') return emptyMessageDraft
  const arePicturesUsable = now - atMs < pictureLifetimeMs
  return { text, fileIds: arePicturesUsable ? fileIds : [], topic, requestId: arePicturesUsable ? requestId : undefined, atMs }
}

// The database writes a moment later; what was typed just before a reload is in the tab's own storage.
const tabDraftName = (name: string): string => `unsent:${name}`

/**
 * What is being written in one conversation, kept on this device with every letter: a reload or another language loses nothing. Undefined
 * until it has been read.
 */
export function useMessageDraft(name: string): [MessageDraft | undefined, (change: Partial<MessageDraft>) => void] {
  const [unsent, setUnsent] = useState<MessageDraft>()
  const latest = useRef<MessageDraft>(undefined)
  useEffect(() => {
    let isCurrent = true
    latest.current = undefined
    setUnsent(undefined)
    void table.get(userScopedKey(`unsent:${name}`)).then((stored) => {
      if (!isCurrent) return
      const [tabDraft, storedDraft] = [
        parseMessageDraft(readTabFormDraft(tabDraftName(name)), Date.now()),
        parseMessageDraft(stored, Date.now()),
      ]
      latest.current = tabDraft.atMs > storedDraft.atMs ? tabDraft : storedDraft
      setUnsent(latest.current)
    })
    return () => {
      isCurrent = false
    }
  }, [name])
  const change = useCallback(
    (part: Partial<MessageDraft>) => {
      const next = { ...(latest.current ?? emptyMessageDraft), ...part, atMs: Date.now() }
      latest.current = next
      setUnsent(next)
      const isEmpty = next.text === '' && next.fileIds.length === 0 && next.topic === undefined
      writeTabFormDraft(tabDraftName(name), isEmpty ? undefined : next)
      void (isEmpty ? table.remove(userScopedKey(`unsent:${name}`)) : table.set(userScopedKey(`unsent:${name}`), next))
    },
    [name],
  )
  return [unsent, change]
}
