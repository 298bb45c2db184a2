import { useEffect, useRef } from 'react'

/** Runs `onNear` when the element comes within a screen of being seen; undefined rests. */
export function useNearEnd(onNear: (() => void) | undefined) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onNear)
  latest.current = onNear
  const isResting = onNear === undefined
  useEffect(() => {
    if (isResting || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current?.(), { rootMargin: '0px 0px 100% 0px' })
    observer.observe(element.current)
    return () => observer.disconnect()
  })
  return element
}
