import { expect, it } from 'vitest'
import { matchesSignedNumbers } from './sameNumbers.ts'

it('compares numbers with the text that was signed', () => {
  const shown = { a: 1, b: { c: null, d: ['1.0', { f: 2, e: 3 }] } }
  expect(matchesSignedNumbers(shown, '{"b":{"d":["1.0",{"e":3,"f":2}],"c":null},"a":1}')).toBe(true)
  expect(matchesSignedNumbers(shown, '{"b":{"d":["1.0",{"e":3,"f":2}],"c":0},"a":1}')).toBe(false)
  expect(matchesSignedNumbers(shown, '{"b":{"d":[{"e":3,"f":2},"1.0"],"c":null},"a":1}')).toBe(false)
  expect(matchesSignedNumbers(shown, '{"a":1')).toBe(false)
})
