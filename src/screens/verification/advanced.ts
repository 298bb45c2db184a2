import type { kycFundSources, kycOccupations, kycContactRelationships } from '#contract/calls/verification.ts'

/** What is written in the form of advanced verification. '' is not chosen yet. */
export interface AdvancedVerificationFields {
  address: string
  city: string
  postcode: string
  areaCode: string
  phone: string
  sourceOfFunds: '' | (typeof kycFundSources)[number]
  occupation: '' | (typeof kycOccupations)[number]
  contactSurname: string
  contactName: string
  contactRelationship: '' | (typeof kycContactRelationships)[number]
  contactPhone: string
  contactAddress: string
  contactKnows: boolean
}

export const emptyAdvancedVerificationFields: AdvancedVerificationFields = {
  address: '',
  city: '',
  postcode: '',
  areaCode: '',
  phone: '',
  sourceOfFunds: '',
  occupation: '',
  contactSurname: '',
  contactName: '',
  contactRelationship: '',
  contactPhone: '',
  contactAddress: '',
  contactKnows: false,
}

export type AdvancedVerificationFieldError = 'missing' | 'short' | 'phone' | 'areaCode' | 'postcode'

/** What is wrong with a field; undefined where nothing is. */
export function findAdvancedVerificationFieldError(
  fields: AdvancedVerificationFields,
  field: keyof AdvancedVerificationFields,
): AdvancedVerificationFieldError | undefined {
  const value = fields[field]
  if (value === '' || value === false) return 'missing'
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (text === '') return 'missing'
  if (field === 'areaCode') return /^\d{1,4}$/.test(text) ? undefined : 'areaCode'
  if (field === 'phone' || field === 'contactPhone') return /^\d{5,15}$/.test(text) ? undefined : 'phone'
  if (field === 'postcode') return /^[\p{L}\p{N} -]{2,12}$/u.test(text) ? undefined : 'postcode'
  if (field === 'address' || field === 'contactAddress') return text.length < 5 ? 'short' : undefined
  return undefined
}

export const advancedVerificationFieldNames = Object.keys(emptyAdvancedVerificationFields) as (keyof AdvancedVerificationFields)[]
