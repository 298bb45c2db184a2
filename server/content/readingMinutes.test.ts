import { expect, test } from 'vitest'
import { readingMinutes } from './readingMinutes.ts'

test('counts words, characters of scripts without spaces, and never zero', () => {
  expect(readingMinutes('<p>Short.</p>')).toBe(1)
  expect(readingMinutes(`<p>${'word '.repeat(660)}</p>`)).toBe(3)
  expect(readingMinutes(`<p>${'価格'.repeat(500)}</p>`)).toBe(2)
  expect(readingMinutes(`<a href="${'x '.repeat(9000)}">one</a>`)).toBe(1)
})
