import { useEffect, useState } from 'react'
import { priceRecordWitness } from '#api/priceRecord/record.ts'
import type { SignedPriceRecordHead } from '#contract/calls/fairness.ts'

/** The newest head that this device keeps, for when no answer comes. */
export function useStoredSignedHead(isNeeded: boolean): SignedPriceRecordHead | undefined {
  const [head, setHead] = useState<SignedPriceRecordHead>()
  useEffect(() => {
    if (!isNeeded) return
    let isMounted = true
    void priceRecordWitness.newestSeen().then((newestHead) => isMounted && setHead(newestHead))
    return () => {
      isMounted = false
    }
  }, [isNeeded])
  return head
}
