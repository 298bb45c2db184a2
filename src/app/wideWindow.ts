import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 1024px)')
const watch = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether there is room for a panel beside the column. */
export const useIsWide = (): boolean => useSyncExternalStore(watch, () => wide.matches)
