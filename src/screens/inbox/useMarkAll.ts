import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { markRead } from '#api/left.ts'
import { send } from '#api/send.ts'
import { inbox, type NoticeType } from '#contract/calls/inbox.ts'

/** Notices that were all marked at once, and not told to the server yet. */
interface Marked {
  ids: readonly string[]
  /** More than what was loaded: the server marks whatever it has. */
  rest: { type?: NoticeType } | undefined
}

const undoMs = 20_000
const none: ReadonlySet<string> = new Set()

/** Marks many, and can take it back: the server is told once the screen is left, or after a while. */
export function useMarkAll() {
  const client = useQueryClient()
  const [marked, setMarked] = useState<Marked>()
  const waiting = useRef<Marked>(undefined)
  const settle = useRef(() => {})
  settle.current = () => {
    const now = waiting.current
    waiting.current = undefined
    setMarked(undefined)
    if (!now) return
    markRead(now.ids)
    if (!now.rest) return
    const told = () => inbox.markRead.touches.forEach((path) => void client.invalidateQueries({ queryKey: [path] }))
    // Those of which nothing is known here stay unread where it fails.
    send(inbox.markRead, { ids: 'all', ...now.rest }).then(told, () => undefined)
  }
  useEffect(() => {
    if (!marked) return
    const timer = setTimeout(() => settle.current(), undoMs)
    return () => clearTimeout(timer)
  }, [marked])
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && settle.current()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      settle.current()
    }
  }, [])
  return {
    held: marked ? new Set(marked.ids) : none,
    count: marked?.ids.length,
    markAll: (next: Marked) => {
      settle.current()
      waiting.current = next
      setMarked(next)
    },
    undo: () => {
      waiting.current = undefined
      setMarked(undefined)
    },
  }
}
