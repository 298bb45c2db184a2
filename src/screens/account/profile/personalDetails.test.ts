import { expect, it } from 'vitest'
import { findPersonalDetailsError, personalDetailsDraftOfUser } from './personalDetails.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const whole = {
  surname: '山田',
  firstName: 'Ana',
  gender: 2 as const,
  birthday: '1990-02-28',
  country: 'JP',
  address: '1-2-3 Minato',
  phone: '90 1234-5678',
}

it('finds nothing wrong with a whole form, whatever its script', () => expect(findPersonalDetailsError(whole, now)).toBeUndefined())

it.each([
  [{ surname: ' ' }, 'surname'],
  [{ firstName: 'x'.repeat(61) }, 'firstName'],
  [{ gender: 0 as const }, 'gender'],
  [{ birthday: '' }, 'birthday'],
  [{ birthday: '0990-02-28' }, 'birthday'],
  [{ country: '' }, 'country'],
  [{ address: 'here' }, 'address'],
  [{ phone: '12' }, 'phone'],
  [{ phone: '12345x' }, 'phone'],
])('names the field of %o', (change, field) => expect(findPersonalDetailsError({ ...whole, ...change }, now)?.field).toBe(field))

it('says apart who is too young, to the day', () => {
  expect(findPersonalDetailsError({ ...whole, birthday: '2008-11-22' }, now)).toEqual({ field: 'birthday', isUnderage: true })
  expect(findPersonalDetailsError({ ...whole, birthday: '2008-11-21' }, now)).toBeUndefined()
})

it('begins with the country of the account', () => {
  expect(personalDetailsDraftOfUser({ personal: null, country: 'MY' }).country).toBe('MY')
  expect(personalDetailsDraftOfUser({ personal: { ...whole, areaCode: '81' }, country: 'MY' })).toMatchObject({
    country: 'JP',
    surname: '山田',
  })
})
