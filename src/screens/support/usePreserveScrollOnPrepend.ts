import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For a conversation whose oldest message this is: what comes in above it moves nothing that one reads. */
export function usePreserveScrollOnPrepend(oldest: string | undefined): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null)
  const first = useRef<{ bubble: Element; top: number }>(undefined)
  useLayoutEffect(() => {
    const topOf = (bubble: Element): number => bubble.getBoundingClientRect().top - (container.current?.getBoundingClientRect().top ?? 0)
    const anchor = first.current
    if (anchor?.bubble.isConnected) {
      const scrolledBy = topOf(anchor.bubble) - anchor.top
      if (scrolledBy > 0) window.scrollBy({ top: scrolledBy, behavior: 'instant' })
    }
    const bubble = container.current?.querySelector('article')
    first.current = bubble ? { bubble, top: topOf(bubble) } : undefined
  }, [oldest])
  return container
}
