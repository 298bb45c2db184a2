import type { User } from '#contract/calls/account.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { codeLength } from './oneTimeCode.ts'

/** Whether the fields of StepUp are filled so far that the call can be tried. */
export function isProven(user: User | undefined, proof: StepUpProof, withSafePassword = false): boolean {
  if (!user) return false
  const hasSecond = user.googleBind === 1 || user.passkeyCount > 0
  const hasGivenSecond = proof.stepUpToken !== undefined || proof.googleCode?.length === codeLength
  const hasGivenSafe = proof.safePassword?.length === codeLength
  return (!hasSecond || hasGivenSecond) && (hasGivenSafe || (hasSecond && !withSafePassword))
}

/** The proof as a call takes it: nothing that is empty or half typed. */
export function givenOf(proof: StepUpProof): StepUpProof {
  const whole = (digits: string | undefined) => (digits?.length === codeLength ? digits : undefined)
  const { stepUpToken } = proof
  const [googleCode, safePassword] = [whole(proof.googleCode), whole(proof.safePassword)]
  return { ...(googleCode && { googleCode }), ...(stepUpToken && { stepUpToken }), ...(safePassword && { safePassword }) }
}

/** Of that only the second factor, for calls with a password of their own. */
export function secondOf(proof: StepUpProof): Pick<StepUpProof, 'googleCode' | 'stepUpToken'> {
  const { safePassword: _, ...second } = givenOf(proof)
  return second
}
