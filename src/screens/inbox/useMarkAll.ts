import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { markNoticesReadOrQueue } from '#api/stored/outbox.ts'
import { sendApiCall } from '#api/send.ts'
import { inbox } from '#contract/calls/inbox.ts'
import type { PendingMarkAllRead } from './pendingMarkRead.ts'

const undoMs = 20_000

/** Marks many, and can take it back: the server is told once the screen is left, or after a while. */
export function useUndoableMarkAllNoticesRead() {
  const client = useQueryClient()
  const [pendingMark, setPendingMark] = useState<PendingMarkAllRead>()
  const pendingMarkRef = useRef<PendingMarkAllRead>(undefined)
  const settle = useRef(() => {})
  settle.current = () => {
    const now = pendingMarkRef.current
    pendingMarkRef.current = undefined
    setPendingMark(undefined)
    if (!now) return
    markNoticesReadOrQueue(now.ids)
    if (!now.rest) return
    const refetchInbox = () => inbox.markRead.touches.forEach((path) => void client.invalidateQueries({ queryKey: [path] }))
    // Those of which nothing is known here stay unread where it fails.
    sendApiCall(inbox.markRead, { ids: 'all', ...now.rest }).then(refetchInbox, () => undefined)
  }
  useEffect(() => {
    if (!pendingMark) return
    const timer = setTimeout(() => settle.current(), undoMs)
    return () => clearTimeout(timer)
  }, [pendingMark])
  useEffect(() => {
    const settleWhenHidden = () => document.visibilityState === 'hidden' && settle.current()
    document.addEventListener('visibilitychange', settleWhenHidden)
    return () => {
      document.removeEventListener('visibilitychange', settleWhenHidden)
      settle.current()
    }
  }, [])
  return {
    marked: pendingMark,
    markAll: (next: PendingMarkAllRead) => {
      settle.current()
      pendingMarkRef.current = next
      setPendingMark(next)
    },
    undo: () => {
      pendingMarkRef.current = undefined
      setPendingMark(undefined)
    },
  }
}
