import type { CallArguments } from '#contract/call.ts'
import type { account } from '#contract/calls/account.ts'
import { userAgreementVersion } from '#contract/constants.ts'
import { getDeviceId } from '#device/deviceId.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import type { SentCode } from '#widgets/identity/oneTimeCode.ts'
import { defaultCountry } from '#widgets/identity/countries.ts'
import type { AccountIdentifier } from '../signIn/accountName.ts'

/** What survives a reload; passwords never do, and the boxes are ticked anew. */
export interface RegisterDraft {
  by: 'email' | 'phone'
  email: string
  phone: string
  /** Gives the calling code. */
  country: string
  /** '' until chosen. */
  residence: string
  inviteCode: string
  /** The link's code that was filled in; taking it out again lasts. */
  linkedCode: string
  sent: SentCode | undefined
}

export const emptyRegisterDraft: RegisterDraft = {
  by: 'email',
  email: '',
  phone: '',
  country: defaultCountry.code,
  // Rules depend on it: chosen, never guessed.
  residence: '',
  inviteCode: '',
  linkedCode: '',
  sent: undefined,
}

/** The whole form. */
export interface RegistrationFields extends RegisterDraft {
  name: AccountIdentifier | undefined
  code: string
  password: string
  confirmPassword: string
  isAdult: boolean
  agrees: boolean
}

/** The form as the call wants it (docs/rules/accounts.md). */
export function buildRegisterRequest(form: RegistrationFields): CallArguments<typeof account.register> {
  const { name } = form
  return {
    registerType: form.by,
    ...(name?.kind === 'email' && { email: name.email }),
    ...(name?.kind === 'phone' && { areaCode: name.areaCode, phone: name.phone }),
    password: form.password,
    confirmPassword: form.confirmPassword,
    captcha: form.code,
    ...(form.inviteCode && { inviteCode: form.inviteCode }),
    country: form.residence,
    birthYearOk: form.isAdult,
    agree: form.agrees,
    agreementVersion: userAgreementVersion,
    lang: currentLanguage().code,
    deviceId: getDeviceId(),
  }
}
