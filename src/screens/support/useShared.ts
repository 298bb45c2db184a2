import { useEffect, useState } from 'react'
import { readShared, type SharedItems } from '#device/sharedItems.ts'

/** What another app shared and nobody has used yet; 'reading' until that is known. */
export function useShared(): SharedItems | 'reading' | undefined {
  const [shared, setShared] = useState<SharedItems | 'reading' | undefined>('reading')
  useEffect(() => {
    let isCurrent = true
    void readShared().then((found) => isCurrent && setShared(found))
    return () => {
      isCurrent = false
    }
  }, [])
  return shared
}
