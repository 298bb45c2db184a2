import { describe, expect, it } from 'vitest'
import { findVerificationDetailsFieldError } from './detailsErrors.ts'
import { emptyBasicVerificationFields } from './verificationForm.ts'

const today = '2026-11-21'
const fault = (over: object, field: Parameters<typeof findVerificationDetailsFieldError>[1]) =>
  findVerificationDetailsFieldError({ ...emptyBasicVerificationFields, ...over }, field, today)

describe('details', () => {
  it('are all needed but the last day', () => {
    expect(fault({ surname: '  ' }, 'surname')).toBe('missing')
    expect(fault({}, 'gender')).toBe('missing')
    expect(fault({}, 'idExpire')).toBeUndefined()
    expect(fault({ surname: 'Lovelace' }, 'surname')).toBeUndefined()
  })

  it('count years to the day', () => {
    expect(fault({ birthday: '2008-11-21' }, 'birthday')).toBeUndefined()
    expect(fault({ birthday: '2008-11-22' }, 'birthday')).toBe('underage')
    expect(fault({ birthday: '2027-01-01' }, 'birthday')).toBe('date')
    expect(fault({ birthday: '1899-12-31' }, 'birthday')).toBe('date')
  })

  it('take a document on its last day and not after it', () => {
    expect(fault({ idExpire: today }, 'idExpire')).toBeUndefined()
    expect(fault({ idExpire: '2026-11-20' }, 'idExpire')).toBe('expired')
  })

  it.each([
    ['AB 12-34/5', undefined],
    ['１２３４', undefined],
    ['123', 'number'],
    ['<b>1234', 'number'],
    ['x'.repeat(31), 'number'],
  ])('number %s: %s', (idNumber, wanted) => {
    expect(fault({ idNumber }, 'idNumber')).toBe(wanted)
  })
})
