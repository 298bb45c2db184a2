import { expect, it } from 'vitest'
import { fold } from './fold.ts'

it.each([
  ['Nạp tiền', 'nap tien'],
  ['ĐỔI', 'doi'],
  ['Depósitos', 'depositos'],
  ['ＢＴＣ', 'btc'],
  ['İ', 'i'],
])('%s is found as %s', (said, typed) => {
  expect(fold(said)).toBe(fold(typed))
  expect(fold(said)).toBe(typed)
})

it('a syllable that is typed halfway begins the word already', () => expect(fold('출금').startsWith(fold('추'))).toBe(true))

it.each([
  ['が', 'か'],
  ['ราคา', 'ราคี'],
])('%s is not %s: without their marks they are other words', (one, other) => expect(fold(one)).not.toBe(fold(other)))
