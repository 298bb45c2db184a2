import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { account } from '#contract/calls/account.ts'
import { codeResendSeconds } from '#contract/constants.ts'
import { refusals } from '#contract/refusals.ts'
import { ApiError } from '#api/apiError.ts'
import { send } from '#api/send.ts'
import type { SentCode } from '#widgets/oneTimeCode.ts'
import type { AccountName } from './accountName.ts'
import { noteSent, sentTo } from './sentCodes.ts'

export type CodeScene = 'register' | 'login' | 'reset' | 'bind'

/** Asks for a one-time code to an email address or a mobile number. Its failures belong under the field that asked. */
export function useSendCode(scene: CodeScene) {
  const { t } = useLingui()
  return useMutation<SentCode, ApiError, AccountName>({
    mutationFn: async (name) => {
      // Somebody signing up learns before filling in the rest that the address has an account already.
      if ((scene === 'register' || scene === 'bind') && (await isTaken(name))) {
        throw new ApiError(
          refusals.accountExists.code,
          'ACCOUNT_EXISTS',
          scene === 'bind' ? t`Another account has this address already.` : t`This account already exists. Sign in instead.`,
        )
      }
      const sent = await askOrWait(name, scene)
      noteSent(scene, name, sent)
      return sent
    },
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
  })
}

// Asked too soon means that one is on its way already: its field and the rest of the countdown are what helps.
async function askOrWait(name: AccountName, scene: CodeScene): Promise<SentCode> {
  const at = Date.now()
  try {
    const { resendIn, devCode } = await ask(name, scene)
    return { at, resendInSeconds: resendIn, devCode }
  } catch (error) {
    if (!(error instanceof ApiError) || error.key !== 'CAPTCHA_TOO_SOON') throw error
    const earlier = sentTo(scene, name, at)
    // What was asked for lately may have been a code for signing in, which does not set a password: then the wait is said.
    if (!earlier && scene === 'reset') throw error
    return earlier ?? { at, resendInSeconds: Number(error.detail['seconds'] ?? codeResendSeconds) }
  }
}

async function isTaken(name: AccountName): Promise<boolean> {
  if (name.kind === 'uid') return false
  const asked =
    name.kind === 'email'
      ? { account: name.email, accountType: name.kind }
      : { account: `${name.areaCode}-${name.phone}`, accountType: name.kind }
  return (await send(account.checkAccount, asked)).exists === 1
}

function ask(name: AccountName, scene: CodeScene) {
  if (name.kind === 'email') return send(account.sendEmailCode, { email: name.email, scene })
  if (name.kind === 'phone') return send(account.sendPhoneCode, { areaCode: name.areaCode, phone: name.phone, scene })
  throw new Error('an account number cannot receive a code')
}
