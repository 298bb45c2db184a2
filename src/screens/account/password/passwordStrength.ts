/** The rules of docs/rules/wire.md that the app can check by itself; the server also knows the commonly used ones. */
export type PasswordProblem = 'short' | 'long' | 'plain' | 'name'
export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong'

export const passwordLengthLimits = { minimum: 8, maximum: 64, plainEnough: 14 }

const countCharacterKinds = (password: string): number =>
  [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length

/** Why the server would refuse it, or undefined. `account` is the email or phone that it must not contain. */
export function findPasswordProblem(password: string, account: string): PasswordProblem | undefined {
  if (password.length < passwordLengthLimits.minimum) return 'short'
  if (password.length > passwordLengthLimits.maximum) return 'long'
  const name = account.toLowerCase().split('@')[0] ?? ''
  if (name.length >= 3 && password.toLowerCase().includes(name)) return 'name'
  return countCharacterKinds(password) >= 3 || password.length >= passwordLengthLimits.plainEnough ? undefined : 'plain'
}

/** How hard it is to guess, for words beside the field. Repeats and runs ('aaaa', '1234') count once. */
export function passwordStrength(password: string): PasswordStrength {
  const letters = [...password]
  const unpredictableLetters = letters.filter((letter, at) => {
    const step = (letter.codePointAt(0) ?? 0) - (letters[at - 1]?.codePointAt(0) ?? 0)
    return at === 0 || Math.abs(step) > 1
  }).length
  const score = unpredictableLetters * (0.5 + countCharacterKinds(password) / 4)
  return score < 9 ? 'weak' : score < 14 ? 'fair' : score < 20 ? 'good' : 'strong'
}
