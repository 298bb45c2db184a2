import { useEffect, useRef } from 'react'

/** Runs `onNear` when the element comes within a screen of being seen; undefined rests. */
export function useInfiniteScroll(onNear: (() => void) | undefined) {
  const element = useRef<HTMLDivElement>(null)
  const latestCallback = useRef(onNear)
  latestCallback.current = onNear
  const isDisabled = onNear === undefined
  useEffect(() => {
    if (isDisabled || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latestCallback.current?.(), {
      rootMargin: '0px 0px 100% 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  })
  return element
}
