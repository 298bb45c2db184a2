import { expect, it } from 'vitest'
import type { RegistrationFields } from './register.ts'
import { findRegisterFormError, registerFieldOfRefusal } from './registerErrors.ts'

const complete: RegistrationFields = {
  by: 'email',
  email: 'ada@example.com',
  phone: '',
  country: 'US',
  residence: 'MY',
  inviteCode: '',
  linkedCode: '',
  sent: { at: 0, resendInSeconds: 60 },
  name: { kind: 'email', email: 'ada@example.com' },
  code: '123456',
  password: 'rope-4-Dock',
  confirmPassword: 'rope-4-Dock',
  isAdult: true,
  agrees: true,
}

it('finds nothing in a complete form', () => expect(findRegisterFormError(complete)).toBeUndefined())

it.each<[Partial<RegistrationFields>, object]>([
  [{ name: undefined }, { field: 'account', by: 'email' }],
  [{ by: 'phone' }, { field: 'account', by: 'phone' }],
  [{ sent: undefined }, { field: 'code', isSent: false }],
  [{ code: '12345' }, { field: 'code', isSent: true }],
  [{ password: '' }, { field: 'password', rule: 'missing' }],
  [{ password: 'ada12345' }, { field: 'password', rule: 'name' }],
  [{ confirmPassword: 'rope-4-dock' }, { field: 'confirmPassword' }],
  [{ residence: '' }, { field: 'country' }],
  [{ inviteCode: 'ABC10' }, { field: 'inviteCode' }],
  [{ isAdult: false }, { field: 'adult' }],
  [{ agrees: false }, { field: 'agree' }],
])('%j is named', (change, fault) => expect(findRegisterFormError({ ...complete, ...change })).toEqual(fault))

it('puts refusals under their field', () => {
  expect(registerFieldOfRefusal('CAPTCHA_WRONG', {})).toBe('code')
  expect(registerFieldOfRefusal('VALIDATION', { field: 'country' })).toBe('country')
  expect(registerFieldOfRefusal('TOO_MANY', { seconds: 5 })).toBe('form')
})
