import * as z from 'zod/mini'

const sixDigits = z.string().check(z.regex(/^\d{6}$/))

/** What a call with step-up takes beside its own fields (docs/rules/wire.md): one of a second factor, or the withdrawal password of somebody without one. */
export const stepUpProofFields = {
  googleCode: z.optional(sixDigits),
  stepUpToken: z.optional(z.string().check(z.maxLength(400))),
  safePassword: z.optional(sixDigits),
}

export interface StepUpProof {
  googleCode?: string | undefined
  stepUpToken?: string | undefined
  safePassword?: string | undefined
}
