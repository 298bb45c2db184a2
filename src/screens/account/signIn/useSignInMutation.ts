import { useMutation } from '@tanstack/react-query'
import { account } from '#contract/calls/account.ts'
import type { ApiError } from '#api/apiError.ts'
import { sendApiCall } from '#api/send.ts'
import { getDeviceId } from '#device/deviceId.ts'
import type { AccountIdentifier } from './accountName.ts'
import { completeSignInOrChallenge, type SecondFactorChallenge } from './startSession.ts'

export type SignInSecret = { password: string } | { code: string }

/** Signs in with a password or a one-time code; done when the person is known and the settings are adopted, or the second step is asked for. */
export function useSignInMutation() {
  return useMutation<SecondFactorChallenge | undefined, ApiError, { name: AccountIdentifier; secret: SignInSecret }>({
    mutationFn: async ({ name, secret }) => completeSignInOrChallenge(await ask(name, secret)),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
}

function ask(name: AccountIdentifier, secret: SignInSecret) {
  const device = { deviceId: getDeviceId() }
  if ('password' in secret) return sendApiCall(account.signIn, { ...passwordName(name), password: secret.password, ...device })
  if (name.kind === 'email') return sendApiCall(account.signInByEmail, { email: name.email, captcha: secret.code, ...device })
  if (name.kind === 'phone')
    return sendApiCall(account.signInByPhone, { areaCode: name.areaCode, phone: name.phone, captcha: secret.code, ...device })
  throw new Error('an account number has no code')
}

// A phone number always travels with its area code: that is how the server tells it from an account number.
function passwordName(name: AccountIdentifier): { account: string; areaCode?: string } {
  if (name.kind === 'phone') return { account: name.phone, areaCode: name.areaCode }
  return { account: name.kind === 'email' ? name.email : name.uid }
}
