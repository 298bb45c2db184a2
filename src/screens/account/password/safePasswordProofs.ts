import type { User } from '#contract/calls/account.ts'
import type { SystemSettings } from '#contract/calls/settings.ts'

/** Which proofs a new withdrawal password takes, as the server asks for them: the strongest the first time, all of them after it was forgotten. */
export function requiredSafePasswordProofs(
  user: Pick<User, 'email' | 'phone' | 'googleBind' | 'passkeyCount' | 'hasLoginPassword'>,
  methods: SystemSettings['loginMethods'] | undefined,
  isAgain: boolean,
): { code: boolean; password: boolean; second: boolean } {
  const isMethodOffered = (method: SystemSettings['loginMethods'][number]) => methods === undefined || methods.includes(method)
  const hasSecondFactor = user.googleBind === 1 || user.passkeyCount > 0
  const canReceiveCode = (user.email !== undefined && isMethodOffered('email')) || (user.phone !== undefined && isMethodOffered('phone'))
  return {
    second: hasSecondFactor,
    code: canReceiveCode && (isAgain || !hasSecondFactor),
    password: user.hasLoginPassword === 1 && (isAgain || (!hasSecondFactor && !canReceiveCode)),
  }
}
