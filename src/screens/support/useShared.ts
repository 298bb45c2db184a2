import { useEffect, useState } from 'react'
import { readIncomingShare, type IncomingSharedItems } from '#device/sharedItems.ts'

/** What another app shared and nobody has used yet; 'reading' until that is known. */
export function useIncomingSharedItems(): IncomingSharedItems | 'reading' | undefined {
  const [shared, setShared] = useState<IncomingSharedItems | 'reading' | undefined>('reading')
  useEffect(() => {
    let isCurrent = true
    void readIncomingShare().then((items) => isCurrent && setShared(items))
    return () => {
      isCurrent = false
    }
  }, [])
  return shared
}
