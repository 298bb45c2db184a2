import { type PasswordFault, passwordFault } from './passwordStrength.ts'

export type NewPasswordFault = { field: 'password'; rule: PasswordFault | 'missing' } | { field: 'confirmPassword' }

/** What is wrong with a new password and its repetition; undefined when nothing is. `account` is what it must not contain, '' where that is not known. */
export function newPasswordFault(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  account: string,
): NewPasswordFault | undefined {
  if (password === '') return { field: 'password', rule: 'missing' }
  const rule = passwordFault(password, account)
  if (rule) return { field: 'password', rule }
  return password === confirmPassword ? undefined : { field: 'confirmPassword' }
}
