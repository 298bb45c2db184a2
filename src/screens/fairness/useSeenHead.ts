import { useEffect, useState } from 'react'
import { witness } from '#api/priceRecord/record.ts'
import type { SignedHead } from '#contract/calls/fairness.ts'

/** The newest head that this device keeps, for when no answer comes. */
export function useSeenHead(isNeeded: boolean): SignedHead | undefined {
  const [head, setHead] = useState<SignedHead>()
  useEffect(() => {
    if (!isNeeded) return
    let isHere = true
    void witness.newestSeen().then((seen) => isHere && setHead(seen))
    return () => {
      isHere = false
    }
  }, [isNeeded])
  return head
}
