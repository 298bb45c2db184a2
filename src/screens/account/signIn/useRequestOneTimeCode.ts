import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { account } from '#contract/calls/account.ts'
import { accountExistsRefusalCode, verificationCodeResendSeconds } from '#contract/constants.ts'
import { ApiError } from '#api/apiError.ts'
import { sendApiCall } from '#api/send.ts'
import type { SentCode } from '#widgets/identity/oneTimeCode.ts'
import type { AccountIdentifier } from './accountName.ts'
import { recordSentCode, findSentCode } from './sentCodes.ts'

export type OneTimeCodeScene = 'register' | 'login' | 'reset' | 'bind'

/** Asks for a one-time code to an email address or a mobile number. Its failures belong under the field that asked. */
export function useRequestOneTimeCode(scene: OneTimeCodeScene) {
  const { t } = useLingui()
  return useMutation<SentCode, ApiError, AccountIdentifier>({
    mutationFn: async (name) => {
      // Somebody signing up learns before filling in the rest that the address has an account already.
      if ((scene === 'register' || scene === 'bind') && (await isTaken(name))) {
        throw new ApiError(
          accountExistsRefusalCode,
          'ACCOUNT_EXISTS',
          scene === 'bind' ? t`Another account has this address already.` : t`This account already exists. Sign in instead.`,
        )
      }
      const sent = await askOrWait(name, scene)
      recordSentCode(scene, name, sent)
      return sent
    },
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
  })
}

// Asked too soon means that one is on its way already: its field and the rest of the countdown are what helps.
async function askOrWait(name: AccountIdentifier, scene: OneTimeCodeScene): Promise<SentCode> {
  const at = Date.now()
  try {
    const { resendIn, devCode } = await ask(name, scene)
    return { at, resendInSeconds: resendIn, devCode }
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== 'CAPTCHA_TOO_SOON') throw error
    const earlier = findSentCode(scene, name, at)
    // What was asked for lately may have been a code for signing in, which does not set a password: then the wait is said.
    if (!earlier && scene === 'reset') throw error
    return earlier ?? { at, resendInSeconds: Number(error.detail['seconds'] ?? verificationCodeResendSeconds) }
  }
}

async function isTaken(name: AccountIdentifier): Promise<boolean> {
  if (name.kind === 'uid') return false
  const asked =
    name.kind === 'email'
      ? { account: name.email, accountType: name.kind }
      : { account: `${name.areaCode}-${name.phone}`, accountType: name.kind }
  return (await sendApiCall(account.checkAccount, asked)).exists === 1
}

function ask(name: AccountIdentifier, scene: OneTimeCodeScene) {
  if (name.kind === 'email') return sendApiCall(account.sendEmailCode, { email: name.email, scene })
  if (name.kind === 'phone') return sendApiCall(account.sendPhoneCode, { areaCode: name.areaCode, phone: name.phone, scene })
  throw new Error('an account number cannot receive a code')
}
