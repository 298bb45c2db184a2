import { useRef, useState } from 'react'
import { ApiError, isUnanswered } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { codeLength } from '#widgets/oneTimeCode.ts'

type Given = Pick<StepUpProof, 'safePassword'>

export interface PurchasePasswordAsk {
  isAsked: boolean
  /** Asked for, and not typed yet. */
  isMissing: boolean
  digits: string
  setDigits(digits: string): void
  /** Sends with it. Without an answer the very same goes again, whatever was typed since. */
  sendWith<R>(send: (given: Given) => Promise<R>): Promise<R>
}

const isDemand = (problem: unknown): boolean => problem instanceof ApiError && problem.key === 'STEP_UP_REQUIRED'

/** The withdrawal password on a purchase, of those who want to be asked for it (product §1.4 call 64). */
export function usePurchasePassword(): PurchasePasswordAsk {
  const user = useUser()
  const [digits, setDigits] = useState('')
  // Turned on on another device since this one read of it.
  const [isDemanded, setDemanded] = useState(false)
  const sent = useRef<Given>(undefined)
  const isAsked = isDemanded || user?.asksOnPurchases === 1
  const sendWith = async <R>(send: (given: Given) => Promise<R>): Promise<R> => {
    const given = (sent.current ??= isAsked ? { safePassword: digits } : {})
    try {
      return await send(given)
    } catch (problem) {
      if (!(problem instanceof ApiError && isUnanswered(problem))) sent.current = undefined
      if (isDemand(problem)) setDemanded(true)
      throw problem
    }
  }
  return { isAsked, isMissing: isAsked && digits.length < codeLength, digits, setDigits, sendWith }
}

/** What the field does not say already. */
export const besidePassword = (failure: ApiError | undefined): ApiError | undefined =>
  failure && failure.key !== 'SAFE_PASSWORD_WRONG' && !isDemand(failure) ? failure : undefined
