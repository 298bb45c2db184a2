import { existsSync, readFileSync } from 'node:fs'
import { parsePo } from 'pofile-ts'
import { type LanguageCode, supportedLanguages } from '#contract/languages.ts'

/** A text of the server: its id in the catalogs, and the English that is shown where a catalog has none. */
export interface TranslatableText {
  id: string
  message: string
}

const locales = new Map<string, string>(supportedLanguages.map(({ code, locale }) => [code, locale]))
/** Catalog folders carry BCP 47 names. */
const localeOf = (lang: LanguageCode): string => locales.get(lang) ?? lang

const folder = new URL('../../locales/', import.meta.url)
const catalogs = new Map<LanguageCode, ReadonlyMap<string, string>>()

function catalogOf(lang: LanguageCode): ReadonlyMap<string, string> {
  let catalog = catalogs.get(lang)
  if (!catalog) {
    const file = new URL(`${localeOf(lang)}/messages.po`, folder)
    catalog = existsSync(file) ? parsePoCatalog(readFileSync(file, 'utf8')) : new Map()
    catalogs.set(lang, catalog)
  }
  return catalog
}

/** The server's code for a language, or undefined for anything else. */
export const parseLanguageCode = (code: unknown): LanguageCode | undefined =>
  typeof code === 'string' && locales.has(code) ? (code as LanguageCode) : undefined

/** A country's name in that language; its code where it has none. */
export const localizedCountryName = (country: string, lang: LanguageCode): string =>
  new Intl.DisplayNames([localeOf(lang), 'en'], { type: 'region', fallback: 'code' }).of(country) ?? country

/** A text in that language, English where it is not translated, `{name}` filled from `values`. */
export function translate(lang: LanguageCode, text: TranslatableText, values: Record<string, unknown> = {}): string {
  const pattern = catalogOf(lang).get(text.id) || text.message
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? formatValue(values[name]) : whole))
}

/**
 * Exact decimals get thousands commas and lose zeros that say nothing: '1512.00000000' is '1,512.00'. Never rounded.
 * A server day is shown as the app shows days: '2026-12-03' is '03/12/2026'.
 */
function formatValue(value: unknown): string {
  const [, year, month, day] = (typeof value === 'string' && /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)) || []
  if (year !== undefined) return `${day}/${month}/${year}`
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return String(value)
  const [whole = '', places] = value.split('.')
  const commas = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return places === undefined ? commas : `${commas}.${places.replace(/0+$/, '').padEnd(Math.min(2, places.length), '0')}`
}

/** Translations by message id from a gettext catalog; what is not translated is not in it. */
export const parsePoCatalog = (source: string): Map<string, string> =>
  new Map(
    parsePo(source).items.flatMap(({ msgid, msgstr: [translated] }): [string, string][] =>
      msgid && translated ? [[msgid, translated]] : [],
    ),
  )
