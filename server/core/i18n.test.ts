import { describe, expect, test } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { parseLanguageCode, parsePoCatalog, translate } from './i18n.ts'

const names = (pattern: string) => [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()

describe('what the server says', () => {
  const text = { id: 'refusal.of a test, in no catalog', message: 'You have {available} {currency}, {missing}' }

  test('names are filled in; exact numbers get commas and are never rounded', () => {
    expect(translate('en-us', text, { available: '1234567.10000000', currency: 'USDT' })).toBe('You have 1,234,567.10 USDT, {missing}')
    const shown = (available: unknown) => translate('xi', text, { available, currency: 'X' }).split(' ')[2]
    expect(['0.00000001', '512.00000000', '603.06030000', '-1000', '5', 125, '0.001', '1.5'].map(shown)).toEqual([
      '0.00000001',
      '512.00',
      '603.0603',
      '-1,000',
      '5',
      '125',
      '0.001',
      '1.5',
    ])
    expect(shown('2026-12-03')).toBe('03/12/2026')
    expect(translate('en-us', text, { available: '{currency}', currency: '<b>' })).toBe('You have {currency} <b>, {missing}')
  })

  test('a catalog is read with long texts, quotes, comments, nothing translated, lines of another system', () => {
    const po =
      'msgid ""\nmsgstr "head"\n\n#. js-lingui-explicit-id\n#: a.ts\nmsgid "refusal.a"\nmsgstr ""\n"Eins \\"zwei\\" "\n"drei {n}"\n\nmsgid "b"\nmsgstr ""\r\n\r\nmsgctxt "x"\r\nmsgid "c"\r\nmsgstr "C"\r\n'
    expect([...parsePoCatalog(po)]).toEqual([
      ['refusal.a', 'Eins "zwei" drei {n}'],
      ['c', 'C'],
    ])
  })

  test('only the nine languages', () => {
    expect(parseLanguageCode('zh-tw')).toBe('zh-tw')
    for (const code of ['en', 'constructor', '', undefined, 5, ['jp']]) expect(parseLanguageCode(code)).toBeUndefined()
  })

  test('every refusal is said in every language without a name left open that the catalog invented', () => {
    for (const { message } of Object.values(refusals)) {
      for (const lang of ['en-us', 'jp', 'ko', 'mlxy', 'tai', 'vl', 'xi', 'zh-cn', 'zh-tw'] as const) {
        expect(names(translate(lang, message))).toEqual(names(message.message))
      }
    }
  })
})
