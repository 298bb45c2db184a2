import { assert, constantFrom, integer, property, stringMatching } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainDecimalAbove, parseDecimalInput } from './readDecimal.ts'

const value = (text: string, scale: number, how: 'typed' | 'pasted') => {
  const reading = parseDecimalInput(text, scale, how)
  return reading.ok ? reading.value : reading.problem
}

describe('typed', () => {
  it.each([
    ['', ''],
    ['0,50', '0.50'],
    ['0.50', '0.50'],
    ['1234,5', '1234.5'],
    ['1,234', '1.234'],
    ['1.', '1'],
    [',5', '0.5'],
    ['.', ''],
    ['007', '7'],
    ['0', '0'],
    ['00.10', '0.10'],
    ['１２．５', '12.5'],
    ['1。5', '1.5'],
    [' 12 ', '12'],
  ])('%s is %s', (text, expected) => expect(value(text, 8, 'typed')).toBe(expected))

  it.each([
    ['1,2,3', 'twoPoints'],
    ['1.2.', 'twoPoints'],
    ['1,234.5', 'twoPoints'],
    ['-1', 'notANumber'],
    ['1e5', 'notANumber'],
    ['12a', 'notANumber'],
    ['1 2', 'notANumber'],
    ['123456789012345678901', 'tooLong'],
  ])('%s is refused: %s', (text, problem) => {
    const reading = parseDecimalInput(text, 8, 'typed')
    expect(reading).toMatchObject({ ok: false, problem })
  })

  it('keeps the point that was just typed', () => expect(parseDecimalInput('1,', 2)).toEqual({ ok: true, shown: '1.', value: '1' }))
  it('says too many places and keeps them', () =>
    expect(parseDecimalInput('1,239', 2)).toEqual({ ok: false, shown: '1.239', problem: 'tooManyPlaces' }))
  it('has no point at scale 0', () => expect(value('1.', 0, 'typed')).toBe('tooManyPlaces'))
  it('keeps a refused text whole', () => expect(parseDecimalInput('1.2.3', 8)).toMatchObject({ shown: '1.2.3' }))
})

describe('pasted', () => {
  it.each([
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234,567.899', '1234567.899'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1 234,50', '1234.50'],
    ['1 234', '1234'],
    ['1\u202f234\u202f567.8', '1234567.8'],
    ["1'234.5", '1234.5'],
    ['0,50', '0.50'],
    ['0.234', '0.234'],
    ['0,234', '0.234'],
    ['1234.567', '1234.567'],
    ['1234,567', '1234.567'],
    ['12,34', '12.34'],
    ['1.2345', '1.2345'],
    ['.123', '0.123'],
    ['90000', '90000'],
    ['  42 ', '42'],
    ['1 234.567', '1234.567'],
    ['1.234', '1.234'],
    ['20.404', '20.404'],
    ['999.999', '999.999'],
  ])('%s is %s', (text, expected) => expect(value(text, 8, 'pasted')).toBe(expected))

  it.each([
    ['1,234', 'ambiguous'],
    ['12,345', 'ambiguous'],
    ['999,999', 'ambiguous'],
    ['1,23,456', 'twoPoints'],
    ['1.23.456', 'twoPoints'],
    ['1,23.4', 'notANumber'],
    ['1.234,5.6', 'notANumber'],
    ['1 23,4', 'notANumber'],
    ['1 234,5 6', 'notANumber'],
    ['USDT 5', 'notANumber'],
    ['-5', 'notANumber'],
    ['1e9', 'notANumber'],
    ['0x10', 'notANumber'],
  ])('%s is refused: %s', (text, problem) => expect(value(text, 8, 'pasted')).toBe(problem))

  it('offers both readings of an ambiguous text', () =>
    expect(parseDecimalInput('1,234', 8, 'pasted')).toEqual({
      ok: false,
      shown: '1,234',
      problem: 'ambiguous',
      readings: ['1.234', '1234'],
    }))
  it('is refused at scale 0: a thousand is not guessed', () => {
    expect(value('1.234', 0, 'pasted')).toBe('tooManyPlaces')
    expect(value('1,234', 0, 'pasted')).toBe('ambiguous')
  })
  it('says too many places', () => expect(value('1,234.567', 2, 'pasted')).toBe('tooManyPlaces'))
})

const digits = (text: string) => text.replace(/\D/g, '')

describe('any text', () => {
  it('is a plain decimal, empty, or refused with every character kept', () =>
    assert(
      property(stringMatching(/^[\d., ]{0,12}$/), integer({ min: 0, max: 8 }), constantFrom('typed', 'pasted'), (text, scale, how) => {
        const reading = parseDecimalInput(text, scale, how)
        expect(digits(reading.shown)).toBe(digits(text))
        expect(reading.ok ? reading.value : '').toMatch(/^$|^(0|[1-9]\d*)(\.\d+)?$/)
      }),
      { numRuns: 2000 },
    ))
  it('survives its own value pasted back', () =>
    assert(
      property(integer({ min: 0, max: 1e9 }), integer({ min: 0, max: 999 }), integer({ min: 1, max: 8 }), (whole, part, places) => {
        const text = `${whole}.${String(part).padStart(places, '0')}`
        expect(value(text, 8, 'pasted')).toBe(text)
      }),
    ))
})

describe('isAbove', () => {
  it.each([
    ['10', '9', true],
    ['9', '10', false],
    ['1.5', '1.49', true],
    ['1.50', '1.5', false],
    ['0.00000001', '0', true],
  ])('%s above %s: %s', (a, b, expected) => expect(isPlainDecimalAbove(a, b)).toBe(expected))
})
