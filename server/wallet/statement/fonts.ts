import { readFileSync } from 'node:fs'
import type { LanguageCode } from '#contract/calls/account.ts'

// Noto Sans (fonts/OFL.txt), cut to the letters that each language's words have. PDF readers bring no letters of their own.
const ofOtherLetters: Partial<Record<LanguageCode, string>> = {
  tai: 'noto-th.ttf',
  jp: 'noto-ja.otf',
  ko: 'noto-ko.otf',
  'zh-cn': 'noto-zh-Hans.otf',
  'zh-tw': 'noto-zh-Hant.otf',
}

const read = new Map<string, Buffer>()

/** The font that can write a language. */
export function statementFontForLanguage(lang: LanguageCode): Buffer {
  const file = ofOtherLetters[lang] ?? 'noto-latin.ttf'
  const font = read.get(file) ?? readFileSync(new URL(`fonts/${file}`, import.meta.url))
  read.set(file, font)
  return font
}
