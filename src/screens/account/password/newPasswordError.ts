import { type PasswordProblem, findPasswordProblem } from './passwordStrength.ts'

export type NewPasswordError = { field: 'password'; rule: PasswordProblem | 'missing' } | { field: 'confirmPassword' }

/** What is wrong with a new password and its repetition; undefined when nothing is. `account` is what it must not contain, '' where that is not known. */
export function findNewPasswordError(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  account: string,
): NewPasswordError | undefined {
  if (password === '') return { field: 'password', rule: 'missing' }
  const rule = findPasswordProblem(password, account)
  if (rule) return { field: 'password', rule }
  return password === confirmPassword ? undefined : { field: 'confirmPassword' }
}
