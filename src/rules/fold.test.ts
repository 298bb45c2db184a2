import { expect, it } from 'vitest'
import { normalizeSearchText } from './fold.ts'

it.each([
  ['Nạp tiền', 'nap tien'],
  ['ĐỔI', 'doi'],
  ['Depósitos', 'depositos'],
  ['ＢＴＣ', 'btc'],
  ['İ', 'i'],
])('%s is found as %s', (said, typed) => {
  expect(normalizeSearchText(said)).toBe(normalizeSearchText(typed))
  expect(normalizeSearchText(said)).toBe(typed)
})

it('a syllable that is typed halfway begins the word already', () =>
  expect(normalizeSearchText('출금').startsWith(normalizeSearchText('추'))).toBe(true))

it.each([
  ['が', 'か'],
  ['ราคา', 'ราคี'],
])('%s is not %s: without their marks they are other words', (one, other) =>
  expect(normalizeSearchText(one)).not.toBe(normalizeSearchText(other)),
)
