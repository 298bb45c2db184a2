import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

// A phone on its side, by its window: a keyboard leaves an upright one less height than width too, but never this much width.
const landscapeQuery = matchMedia('(orientation: landscape) and (max-height: 480px) and (min-width: 500px) and (any-pointer: coarse)')

/** Where the page stood upright: a turn takes away its height, and with it the place. */
let portraitScrollY = 0
const subscribe = (listener: () => void) => {
  const recordScroll = () => {
    if (!landscapeQuery.matches) portraitScrollY = scrollY
  }
  recordScroll()
  addEventListener('scroll', recordScroll, { passive: true })
  landscapeQuery.addEventListener('change', listener)
  return () => {
    removeEventListener('scroll', recordScroll)
    landscapeQuery.removeEventListener('change', listener)
  }
}

/** Whether the phone lies on its side, where a column leaves a chart no height. Upright again the page stands where it stood. */
export function useIsPhoneLandscape(): boolean {
  const isLandscape = useSyncExternalStore(subscribe, () => landscapeQuery.matches)
  const wasLandscape = useRef(isLandscape)
  useLayoutEffect(() => {
    if (wasLandscape.current && !isLandscape) scrollTo(0, portraitScrollY)
    wasLandscape.current = isLandscape
  }, [isLandscape])
  return isLandscape
}
