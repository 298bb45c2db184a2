import type { User } from '#contract/calls/account.ts'
import type { SystemSettings } from '#contract/calls/settings.ts'

/** Which proofs a new withdrawal password takes, as the server asks for them: the strongest the first time, all of them after it was forgotten. */
export function proofsFor(
  user: Pick<User, 'email' | 'phone' | 'googleBind' | 'passkeyCount' | 'hasLoginPassword'>,
  methods: SystemSettings['loginMethods'] | undefined,
  isAgain: boolean,
): { code: boolean; password: boolean; second: boolean } {
  const admits = (method: SystemSettings['loginMethods'][number]) => methods === undefined || methods.includes(method)
  const second = user.googleBind === 1 || user.passkeyCount > 0
  const canReach = (user.email !== undefined && admits('email')) || (user.phone !== undefined && admits('phone'))
  return {
    second,
    code: canReach && (isAgain || !second),
    password: user.hasLoginPassword === 1 && (isAgain || (!second && !canReach)),
  }
}
