import { expect, it } from 'vitest'
import { harmless, toCsv } from './csv.ts'
import { exactPlaces } from './exactPlaces.ts'

it('writes rows as RFC 4180 has them', () => {
  expect(toCsv([['a', 'b'], ['1,5', 'say "hi"'], ['two\nlines', '']])).toBe('\uFEFFa,b\r\n"1,5","say ""hi"""\r\n"two\nlines",\r\n')
})

it('keeps spreadsheets from running what somebody wrote', () => {
  expect(harmless('=HYPERLINK("x")')).toBe(`'=HYPERLINK("x")`)
  expect(harmless('a=b')).toBe('a=b')
})

it.each([
  ['-3.04969500', 6],
  ['100.00000000', 2],
  ['100', 2],
  ['0.00000001', 8],
  ['1.10000000', 2],
])('%s is shown with %i decimals', (value, places) => expect(exactPlaces(value)).toBe(places))
