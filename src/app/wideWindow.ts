import { useSyncExternalStore } from 'react'

const wideQuery = matchMedia('(min-width: 1024px)')
const subscribe = (listener: () => void) => {
  wideQuery.addEventListener('change', listener)
  return () => wideQuery.removeEventListener('change', listener)
}

/** Whether there is room for a panel beside the column. */
export const useIsWideWindow = (): boolean => useSyncExternalStore(subscribe, () => wideQuery.matches)
