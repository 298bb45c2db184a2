/** What a person typed into the account field, as the server wants it. */
export type AccountIdentifier =
  | { kind: 'email'; email: string }
  | { kind: 'phone'; areaCode: string; phone: string }
  /** The eight-digit account number: how a guest comes back. */
  | { kind: 'uid'; uid: string }

export type AccountIdentifierKind = AccountIdentifier['kind']

/** What the text looks like while it is being typed; undefined while it is empty. */
export function guessAccountIdentifierKind(text: string): AccountIdentifierKind | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  return /^[+\d\s().-]+$/.test(typed) ? 'phone' : 'email'
}

const emailShape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** The account named by the text, or undefined when it is not complete. A leading + or 00 overrules the country that was chosen. */
export function parseAccountIdentifier(
  text: string,
  areaCode: string,
  knownAreaCodes: readonly string[] = [],
): AccountIdentifier | undefined {
  const typed = text.trim()
  if (guessAccountIdentifierKind(typed) === 'email') {
    const email = typed.toLowerCase()
    return emailShape.test(email) && email.length <= 254 ? { kind: 'email', email } : undefined
  }
  const digits = typed.replace(/\D/g, '')
  const international = /^(\+|00)/.test(typed) ? withoutAreaCode(digits.replace(/^00/, ''), areaCode, knownAreaCodes) : undefined
  const { phone, code } = international ?? { phone: digits, code: areaCode }
  return /^\d{5,15}$/.test(phone) ? { kind: 'phone', areaCode: code, phone } : undefined
}

function withoutAreaCode(digits: string, chosen: string, known: readonly string[]): { phone: string; code: string } | undefined {
  if (digits.startsWith(chosen)) return { phone: digits.slice(chosen.length), code: chosen }
  const code = [4, 3, 2, 1].map((length) => digits.slice(0, length)).find((start) => known.includes(start))
  return code === undefined ? undefined : { phone: digits.slice(code.length), code }
}

/** Eight digits that do not begin with 0 may be an account number as well as a phone number. */
export const canBeUid = (text: string): boolean => /^[1-9]\d{7}$/.test(text.trim())

/** How a person reads it: '+1 5551234567', 'ada@example.com', '12345678'. */
export const formatAccountIdentifier = (name: AccountIdentifier): string =>
  name.kind === 'email' ? name.email : name.kind === 'uid' ? name.uid : `+${name.areaCode} ${name.phone}`
