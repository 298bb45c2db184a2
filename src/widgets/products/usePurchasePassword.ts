import { useRef, useState } from 'react'
import { ApiError, isUnansweredError } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { oneTimeCodeLength } from '../identity/oneTimeCode.ts'

type PasswordFields = Pick<StepUpProof, 'safePassword'>

export interface PurchasePasswordPrompt {
  isRequired: boolean
  /** Asked for, and not typed yet. */
  isMissing: boolean
  digits: string
  setDigits(digits: string): void
  /** Sends with it. Without an answer the very same goes again, whatever was typed since. */
  sendWith<R>(send: (fields: PasswordFields) => Promise<R>): Promise<R>
}

const isPasswordDemand = (problem: unknown): boolean => problem instanceof ApiError && problem.key === 'STEP_UP_REQUIRED'

/** The withdrawal password on a purchase, of those who want to be asked for it (docs/rules/earn.md). */
export function usePurchasePassword(): PurchasePasswordPrompt {
  const user = useUser()
  const [digits, setDigits] = useState('')
  // Turned on on another device since this one read of it.
  const [isDemandedByServer, setDemandedByServer] = useState(false)
  const sentFields = useRef<PasswordFields>(undefined)
  const isRequired = isDemandedByServer || user?.asksOnPurchases === 1
  const sendWith = async <R>(send: (fields: PasswordFields) => Promise<R>): Promise<R> => {
    const fields = (sentFields.current ??= isRequired ? { safePassword: digits } : {})
    try {
      return await send(fields)
    } catch (problem) {
      if (!(problem instanceof ApiError && isUnansweredError(problem))) sentFields.current = undefined
      if (isPasswordDemand(problem)) setDemandedByServer(true)
      throw problem
    }
  }
  return { isRequired, isMissing: isRequired && digits.length < oneTimeCodeLength, digits, setDigits, sendWith }
}

/** What the field does not say already. */
export const omitPurchasePasswordError = (failure: ApiError | undefined): ApiError | undefined =>
  failure && failure.key !== 'SAFE_PASSWORD_WRONG' && !isPasswordDemand(failure) ? failure : undefined
