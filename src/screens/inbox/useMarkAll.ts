import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { markRead } from '#api/left.ts'
import { send } from '#api/send.ts'
import { inbox } from '#contract/calls/inbox.ts'
import type { Marked } from './marked.ts'

const undoMs = 20_000

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
    marked,
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
