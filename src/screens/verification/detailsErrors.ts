import type { BasicVerificationFields } from './verificationForm.ts'

export type VerificationDetailsField = 'surname' | 'firstName' | 'gender' | 'birthday' | 'country' | 'idNumber' | 'idExpire'
export type VerificationDetailsFieldError = 'missing' | 'underage' | 'expired' | 'number' | 'date'

const adultYears = 18

/** What is wrong with a field, as the server would say it; undefined where nothing is. `today` is YYYY-MM-DD. */
export function findVerificationDetailsFieldError(
  fields: BasicVerificationFields,
  field: VerificationDetailsField,
  today: string,
): VerificationDetailsFieldError | undefined {
  const text = fields[field].trim()
  if (field === 'idExpire') return text === '' ? undefined : text < today ? 'expired' : undefined
  if (text === '') return 'missing'
  if (field === 'birthday') {
    if (text < '1900-01-01' || text > today) return 'date'
    return `${Number(text.slice(0, 4)) + adultYears}${text.slice(4)}` > today ? 'underage' : undefined
  }
  if (field === 'idNumber') return /^[\p{L}\p{N}][\p{L}\p{N} ./-]{3,29}$/u.test(text) ? undefined : 'number'
  return undefined
}

export const verificationDetailsFields: readonly VerificationDetailsField[] = [
  'surname',
  'firstName',
  'gender',
  'birthday',
  'country',
  'idNumber',
  'idExpire',
]
