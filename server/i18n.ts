import { existsSync, readFileSync } from 'node:fs'
import type { LanguageCode } from '#contract/calls/account.ts'

/** A text of the server: its id in the catalogs, and the English that is shown where a catalog has none. */
export interface Text {
  id: string
  message: string
}

// Catalog folders carry BCP 47 names (house 3.8).
const locales: Record<LanguageCode, string> = {
  'en-us': 'en',
  jp: 'ja',
  ko: 'ko',
  mlxy: 'ms',
  tai: 'th',
  vl: 'vi',
  xi: 'es',
  'zh-cn': 'zh-Hans',
  'zh-tw': 'zh-Hant',
}

const folder = new URL('../locales/', import.meta.url)
const catalogs = new Map<LanguageCode, ReadonlyMap<string, string>>()

function catalogOf(lang: LanguageCode): ReadonlyMap<string, string> {
  let catalog = catalogs.get(lang)
  if (!catalog) {
    const file = new URL(`${locales[lang]}/messages.po`, folder)
    catalog = existsSync(file) ? readPo(readFileSync(file, 'utf8')) : new Map()
    catalogs.set(lang, catalog)
  }
  return catalog
}

/** The server's code for a language, or undefined for anything else. */
export const languageOf = (code: unknown): LanguageCode | undefined =>
  typeof code === 'string' && Object.hasOwn(locales, code) ? (code as LanguageCode) : undefined

/** A text in that language, English where it is not translated, `{name}` filled from `values`. */
export function say(lang: LanguageCode, text: Text, values: Record<string, unknown> = {}): string {
  const pattern = catalogOf(lang).get(text.id) || text.message
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? shown(values[name]) : whole))
}

/**
 * Exact decimals get thousands commas and lose zeros that say nothing: '1512.00000000' is '1,512.00'. Never rounded.
 * A server day is shown as the app shows days: '2026-12-03' is '03/12/2026'.
 */
function shown(value: unknown): string {
  const [, year, month, day] = (typeof value === 'string' && /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)) || []
  if (year !== undefined) return `${day}/${month}/${year}`
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return String(value)
  const [whole = '', places] = value.split('.')
  const commas = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return places === undefined ? commas : `${commas}.${places.replace(/0+$/, '').padEnd(Math.min(2, places.length), '0')}`
}

/** Translations by id from a gettext catalog: one msgid, one msgstr, each over as many quoted lines as it likes. */
export function readPo(source: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of source.split(/\r?\n\s*\r?\n/)) {
    const parts = { msgid: '', msgstr: '' }
    let filling: keyof typeof parts | undefined
    for (const line of entry.split(/\r?\n/)) {
      const [, keyword, quoted] = /^(msgid|msgstr|msgctxt)?\s*(".*")\s*$/.exec(line) ?? []
      if (quoted === undefined) continue
      if (keyword) filling = keyword === 'msgctxt' ? undefined : (keyword as keyof typeof parts)
      if (filling) parts[filling] += JSON.parse(quoted) as string
    }
    if (parts.msgid && parts.msgstr) found.set(parts.msgid, parts.msgstr)
  }
  return found
}
