import type { User } from '#contract/calls/account.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { oneTimeCodeLength } from './oneTimeCode.ts'

/** Whether the fields of `StepUpFields` are filled so far that the call can be tried. */
export function isStepUpComplete(user: User | undefined, proof: StepUpProof, withSafePassword = false): boolean {
  if (!user) return false
  const hasSecondFactor = user.googleBind === 1 || user.passkeyCount > 0
  const isSecondFactorGiven = proof.stepUpToken !== undefined || proof.googleCode?.length === oneTimeCodeLength
  const isSafePasswordGiven = proof.safePassword?.length === oneTimeCodeLength
  return (!hasSecondFactor || isSecondFactorGiven) && (isSafePasswordGiven || (hasSecondFactor && !withSafePassword))
}

/** The proof as a call takes it: nothing that is empty or half typed. */
export function pickCompleteStepUpProof(proof: StepUpProof): StepUpProof {
  const completeDigits = (digits: string | undefined) => (digits?.length === oneTimeCodeLength ? digits : undefined)
  const { stepUpToken } = proof
  const [googleCode, safePassword] = [completeDigits(proof.googleCode), completeDigits(proof.safePassword)]
  return { ...(googleCode && { googleCode }), ...(stepUpToken && { stepUpToken }), ...(safePassword && { safePassword }) }
}

/** The second factor of a proof as a call takes it, without the withdrawal password, for calls with a password of their own. */
export function pickSecondFactor(proof: StepUpProof): Pick<StepUpProof, 'googleCode' | 'stepUpToken'> {
  const { safePassword: _, ...secondFactor } = pickCompleteStepUpProof(proof)
  return secondFactor
}
