import { type RefObject, useEffect, useRef, useState } from 'react'

/** So far below the window what is fetched then is there before it is seen. */
const nearPx = 160

/** What to tie to the place of something further down, and whether the window has come near it by now. */
export function useOnceNearViewport(): [ref: RefObject<HTMLDivElement | null>, hasCome: boolean] {
  const ref = useRef<HTMLDivElement>(null)
  const [hasCome, setCome] = useState(false)
  useEffect(() => {
    if (!ref.current || hasCome) return
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && setCome(true), {
      rootMargin: `${nearPx}px`,
    })
    watch.observe(ref.current)
    return () => watch.disconnect()
  }, [hasCome])
  return [ref, hasCome]
}
