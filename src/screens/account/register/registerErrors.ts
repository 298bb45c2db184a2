import { oneTimeCodeLength } from '#widgets/identity/oneTimeCode.ts'
import { isInviteCode } from './inviteCode.ts'
import { type PasswordProblem, findPasswordProblem } from '../password/passwordStrength.ts'
import type { RegistrationFields } from './register.ts'

export type RegisterErrorField = 'account' | 'code' | 'password' | 'confirmPassword' | 'country' | 'inviteCode' | 'adult' | 'agree' | 'form'

export type RegisterFormError =
  | { field: 'account'; by: 'email' | 'phone' }
  | { field: 'code'; isSent: boolean }
  | { field: 'password'; rule: PasswordProblem | 'missing' }
  | { field: 'confirmPassword' | 'country' | 'inviteCode' | 'adult' | 'agree' }

/** The first thing that keeps the form from being sent, top to bottom. */
export function findRegisterFormError(form: RegistrationFields): RegisterFormError | undefined {
  if (form.name?.kind !== form.by) return { field: 'account', by: form.by }
  if (!form.sent || form.code.length < oneTimeCodeLength) return { field: 'code', isSent: form.sent !== undefined }
  if (form.password === '') return { field: 'password', rule: 'missing' }
  const rule = findPasswordProblem(form.password, form[form.by])
  if (rule) return { field: 'password', rule }
  if (form.password !== form.confirmPassword) return { field: 'confirmPassword' }
  if (form.residence === '') return { field: 'country' }
  if (form.inviteCode !== '' && !isInviteCode(form.inviteCode)) return { field: 'inviteCode' }
  if (!form.isAdult) return { field: 'adult' }
  return form.agrees ? undefined : { field: 'agree' }
}

const fields: Record<string, RegisterErrorField> = {
  ACCOUNT_EXISTS: 'account',
  CAPTCHA_WRONG: 'code',
  CAPTCHA_EXPIRED: 'code',
  PASSWORD_WEAK: 'password',
  PASSWORDS_DIFFER: 'confirmPassword',
  INVITE_INVALID: 'inviteCode',
  UNDERAGE: 'adult',
  AGREEMENT_REQUIRED: 'agree',
  COUNTRY_BLOCKED: 'country',
}
const bodyFields: Record<string, RegisterErrorField> = {
  email: 'account',
  phone: 'account',
  areaCode: 'account',
  captcha: 'code',
  password: 'password',
  confirmPassword: 'confirmPassword',
  country: 'country',
  inviteCode: 'inviteCode',
}

/** Where a refusal of the server belongs. */
export const registerFieldOfRefusal = (key: string, detail: Record<string, unknown>): RegisterErrorField =>
  fields[key] ?? (key === 'VALIDATION' ? bodyFields[String(detail['field'])] : undefined) ?? 'form'
