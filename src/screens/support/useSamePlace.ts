import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For a conversation whose oldest message this is: what comes in above it moves nothing that one reads. */
export function useSamePlace(oldest: string | undefined): RefObject<HTMLDivElement | null> {
  const whole = useRef<HTMLDivElement>(null)
  const first = useRef<{ bubble: Element; top: number }>(undefined)
  useLayoutEffect(() => {
    const topOf = (bubble: Element): number => bubble.getBoundingClientRect().top - (whole.current?.getBoundingClientRect().top ?? 0)
    const before = first.current
    if (before?.bubble.isConnected) {
      const moved = topOf(before.bubble) - before.top
      if (moved > 0) window.scrollBy({ top: moved, behavior: 'instant' })
    }
    const bubble = whole.current?.querySelector('article')
    first.current = bubble ? { bubble, top: topOf(bubble) } : undefined
  }, [oldest])
  return whole
}
