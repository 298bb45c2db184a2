import { expect, it } from 'vitest'
import { harmless, toCsv } from './csv.ts'

it('writes rows as RFC 4180 has them', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['1,5', 'say "hi"'],
      ['two\nlines', ''],
    ]),
  ).toBe('\uFEFFa,b\r\n"1,5","say ""hi"""\r\n"two\nlines",\r\n')
})

it('keeps spreadsheets from running what somebody wrote', () => {
  expect(harmless('=HYPERLINK("x")')).toBe(`'=HYPERLINK("x")`)
  expect(harmless('a=b')).toBe('a=b')
})
