import { useMutation } from '@tanstack/react-query'
import { account } from '#contract/calls/account.ts'
import type { ApiError } from '#api/apiError.ts'
import { send } from '#api/send.ts'
import { deviceId } from '#device/deviceId.ts'
import { store } from '#device/storage.ts'
import type { AccountName } from './accountName.ts'
import { enter, enterOrAsk, type SecondStep } from './enter.ts'

export type Secret = { password: string } | { code: string }

/** Signs in with a password or a one-time code; done when the person is known and the settings are adopted, or the second step is asked for. */
export function useSignIn() {
  return useMutation<SecondStep | undefined, ApiError, { name: AccountName; secret: Secret }>({
    mutationFn: async ({ name, secret }) => enterOrAsk(await ask(name, secret)),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
}

function ask(name: AccountName, secret: Secret) {
  const device = { deviceId: deviceId() }
  if ('password' in secret) return send(account.signIn, { ...passwordName(name), password: secret.password, ...device })
  if (name.kind === 'email') return send(account.signInByEmail, { email: name.email, captcha: secret.code, ...device })
  if (name.kind === 'phone')
    return send(account.signInByPhone, { areaCode: name.areaCode, phone: name.phone, captcha: secret.code, ...device })
  throw new Error('an account number has no code')
}

// A phone number always travels with its area code: that is how the server tells it from an account number.
function passwordName(name: AccountName): { account: string; areaCode?: string } {
  if (name.kind === 'phone') return { account: name.phone, areaCode: name.areaCode }
  return { account: name.kind === 'email' ? name.email : name.uid }
}

/** Where the account number of this device's guest is kept, for the second time. */
export const guestUidKey = 'guest-uid'

/** Opens a guest account on this device and signs in; gives what is shown only once. */
export function useGuestSignIn() {
  return useMutation<{ uid: string; initialPassword: string }, ApiError, void>({
    mutationFn: async () => {
      const reply = await send(account.signInAsGuest, { deviceId: deviceId() })
      store(guestUidKey, reply.userInfo.uid)
      await enter(reply, 'new')
      return { uid: reply.userInfo.uid, initialPassword: reply.initialPassword }
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
}
