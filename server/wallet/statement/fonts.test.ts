import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { languageCodes } from '#contract/calls/account.ts'
import { balanceRecordType } from '#contract/states.ts'
import { translate } from '../../core/i18n.ts'
import { statementFontForLanguage } from './fonts.ts'
import { statementBucketTexts, statementTexts, statementRecordTypeTexts } from './words.ts'

interface OpenFont {
  hasGlyphForCodePoint(code: number): boolean
}

it.each(languageCodes)('has a letter in its font for everything that a statement says in %s', (lang) => {
  const document = new PDFDocument({ font: statementFontForLanguage(lang) as unknown as string })
  const { font } = (document as unknown as { _font: { font: OpenFont } })._font
  const texts = [statementTexts, statementRecordTypeTexts, statementBucketTexts].flatMap((table) =>
    Object.values(table).map((text) => translate(lang, text)),
  )
  const letters = new Set([...texts.join(''), ...'0123456789-.,:+/ –ABCDEFGHIJKLMNOPQRSTUVWXYZFairlead'])
  expect([...letters].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))).toEqual([])
  expect(font.hasGlyphForCodePoint(0x1f6a2)).toBe(false)
})

it('calls every type as the app does', () => {
  const app = readFileSync(new URL('../../../src/widgets/money/recordWords.ts', import.meta.url), 'utf8')
  for (const name of Object.keys(balanceRecordType))
    expect(app, name).toContain(`${name}: msg\`${statementRecordTypeTexts[name]?.message}\``)
  for (const [name, { message }] of Object.entries(statementBucketTexts)) expect(app, name).toContain(`${name}: msg\`${message}\``)
})
