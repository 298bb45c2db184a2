import { type RefObject, useEffect, useRef, useState } from 'react'

/** About one window's height. */
const nearPx = 640

/** Whether an element is on the screen or near it, and what to tie to the element; `isInitiallyNear` until that is known. */
export function useIsNearViewport<E extends Element>(isInitiallyNear: boolean): [ref: RefObject<E | null>, isNear: boolean] {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(isInitiallyNear)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), { rootMargin: `${nearPx}px` })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, isNear]
}
