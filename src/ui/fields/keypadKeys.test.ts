import { assert, constantFrom, integer, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type KeypadKey, keypadKeyEdit } from './keypadKeys.ts'
import { parseDecimalInput } from './readDecimal.ts'

/** Written as one sees it: '12|3' has its caret before the 3, '1[23]' has 23 selected. */
function pressed(shown: string, ...keys: KeypadKey[]): string {
  const bare = shown.replace(/[|[\]]/g, '')
  const start = shown.search(/[|[]/)
  const end = shown.includes(']') ? shown.indexOf(']') - 1 : start
  let at = { text: bare, start, end }
  for (const key of keys) {
    const { from, to, insert: put } = keypadKeyEdit(key, at.text, at.start, at.end)
    const caret = from + put.length
    at = { text: at.text.slice(0, from) + put + at.text.slice(to), start: caret, end: caret }
  }
  return `${at.text.slice(0, at.start)}|${at.text.slice(at.start)}`
}

describe('a key', () => {
  it.each<[string, KeypadKey[], string]>([
    ['|', ['5', '0', '.', '2', '5'], '50.25|'],
    ['12|', ['3'], '123|'],
    ['1|5', ['2', '.'], '12.|5'],
    ['|5', ['.'], '.|5'],
    ['1[23]4', ['9'], '19|4'],
    ['[1234]', ['7'], '7|'],
    ['[1234]', ['.', '5'], '.5|'],
  ])('%s, then %j: %s', (before, keys, after) => expect(pressed(before, ...keys)).toBe(after))

  it.each([
    ['12|', '1|'],
    ['1|2', '|2'],
    ['|12', '|12'],
    ['|', '|'],
    ['1[23]4', '1|4'],
    ['[1234]', '|'],
    ['5 😀|', '5 |'],
  ])('%s, then delete: %s', (before, after) => expect(pressed(before, 'back')).toBe(after))
})

describe('what comes of it is read as typed text is', () => {
  const read = (scale: number, shown: string, ...keys: KeypadKey[]) => parseDecimalInput(pressed(shown, ...keys).replace('|', ''), scale)

  it('an amount with its point', () => expect(read(2, '|', '0', '.', '5')).toEqual({ ok: true, shown: '0.5', value: '0.5' }))
  it('a point alone is not yet a number, and no error', () => expect(read(2, '|', '.')).toEqual({ ok: true, shown: '.', value: '' }))
  it('a second point is said', () => expect(read(2, '1.5|', '.')).toEqual({ ok: false, shown: '1.5.', problem: 'twoPoints' }))
  it('too many places are said and kept', () =>
    expect(read(2, '1.25|', '9')).toEqual({ ok: false, shown: '1.259', problem: 'tooManyPlaces' }))
  it('taking the last one away mends it', () => expect(read(2, '1.25|', '9', 'back')).toMatchObject({ ok: true, value: '1.25' }))
  it('where nothing comes after the point, a point is said', () =>
    expect(read(0, '1|', '.')).toEqual({ ok: false, shown: '1.', problem: 'tooManyPlaces' }))
  it('a point before what was typed divides it again', () => expect(read(2, '1|25', '.')).toMatchObject({ ok: true, value: '1.25' }))
})

it('nothing beside the caret and the selection ever changes', () =>
  assert(
    property(
      string({ maxLength: 12 }),
      integer({ min: 0, max: 12 }),
      integer({ min: 0, max: 12 }),
      constantFrom<KeypadKey>('0', '7', '.', 'back'),
      (text, one, other, key) => {
        const [start = 0, end = 0] = [one, other].map((at) => Math.min(at, text.length)).toSorted((a, b) => a - b)
        const { from, to, insert: put } = keypadKeyEdit(key, text, start, end)
        const after = text.slice(0, from) + put + text.slice(to)
        expect(to).toBe(end)
        expect(after.endsWith(text.slice(end))).toBe(true)
        expect(text.slice(0, start).startsWith(text.slice(0, from))).toBe(true)
        expect(start - from).toBe(key === 'back' && start === end && start > 0 ? 1 : 0)
        expect(put).toBe(key === 'back' ? '' : key)
      },
    ),
  ))
