import { expect, it } from 'vitest'
import { guessAccountIdentifierKind, canBeUid, parseAccountIdentifier } from './accountName.ts'

const codes = ['1', '44', '60', '852', '1242']

it.each([
  ['', undefined],
  ['  ', undefined],
  ['5', 'phone'],
  ['+1 (555) 123-4567', 'phone'],
  ['5a', 'email'],
  ['ada@example.com', 'email'],
])('%j looks like %s', (text, kind) => expect(guessAccountIdentifierKind(text)).toBe(kind))

it.each([
  [' Ada@Example.com ', { kind: 'email', email: 'ada@example.com' }],
  ['ada@example', undefined],
  ['ada@@example.com', undefined],
  ['555 123 4567', { kind: 'phone', areaCode: '1', phone: '5551234567' }],
  ['+1 555 123 4567', { kind: 'phone', areaCode: '1', phone: '5551234567' }],
  ['+60 12 345 6789', { kind: 'phone', areaCode: '60', phone: '123456789' }],
  ['0044 7911 123456', { kind: 'phone', areaCode: '44', phone: '7911123456' }],
  ['+852 5123 4567', { kind: 'phone', areaCode: '852', phone: '51234567' }],
  ['1234', undefined],
  ['1234567890123456', undefined],
])('reads %j', (text, name) => expect(parseAccountIdentifier(text, '1', codes)).toEqual(name))

it('takes eight digits for a possible account number', () => {
  expect(canBeUid('12345678')).toBe(true)
  expect(canBeUid('02345678')).toBe(false)
  expect(canBeUid('1234567')).toBe(false)
})
