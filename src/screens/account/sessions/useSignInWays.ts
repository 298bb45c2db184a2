import { useLingui } from '@lingui/react/macro'
import type { SignInMethod } from '#contract/calls/profile.ts'

/** How somebody came in, in words. */
export function useSignInMethodNames(): Record<SignInMethod, string> {
  const { t } = useLingui()
  return {
    password: t`Password`,
    code: t`One-time code`,
    authenticator: t`Authenticator`,
    passkey: t`Passkey`,
    wallet: t`Wallet`,
    thirdParty: t`Another service`,
    register: t`Account opened`,
    guest: t`Guest`,
    earlier: t`Signed in`,
  }
}
