import { normalizeSearchText } from '#rules/fold.ts'
import { countries, type Country } from './countries.ts'

/** The flag as two letters that the platform may draw as one: no picture is fetched, and where it does not they are the code. */
export const countryFlagEmoji = (code: string): string => String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)))

let drawsFlags: boolean | undefined

/** Whether this platform draws the two letters as one flag; else they would be boxes, or the code a second time. */
export function supportsFlagEmoji(): boolean {
  if (drawsFlags === undefined) {
    const context = document.createElement('canvas').getContext('2d')
    const width = (text: string) => context?.measureText(text).width ?? 0
    const flag = countryFlagEmoji('US')
    drawsFlags = width(flag) > 0 && width(flag) < 1.5 * width(flag.slice(0, 2))
  }
  return drawsFlags
}

const namesByLocale = new Map<string, Intl.DisplayNames>()

/** The country's name in a language; its code where the device does not know it. */
export function countryName(code: string, locale: string): string {
  let names = namesByLocale.get(locale)
  if (!names) namesByLocale.set(locale, (names = new Intl.DisplayNames([locale, 'en'], { type: 'region', fallback: 'code' })))
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** A country with its name, in the reading order of the language. */
export interface NamedCountry extends Country {
  name: string
  englishName: string
}

const sorted = new Map<string, readonly NamedCountry[]>()

function namedCountries(locale: string): readonly NamedCountry[] {
  const cachedNames = sorted.get(locale)
  if (cachedNames) return cachedNames
  const order = new Intl.Collator(locale)
  const namedList = countries
    .map((country) => ({ ...country, name: countryName(country.code, locale), englishName: countryName(country.code, 'en') }))
    .sort((a, b) => order.compare(a.name, b.name))
  sorted.set(locale, namedList)
  return namedList
}

/** Countries whose name (in this language or in English), code or calling code fits what was typed; accents do not matter. */
export function findCountries(searchText: string, locale: string): readonly NamedCountry[] {
  const all = namedCountries(locale)
  const normalizedSearch = normalizeSearchText(searchText).trim()
  if (normalizedSearch === '') return all
  const digits = normalizedSearch.replace(/^\+|^00/, '')
  if (/^\d+$/.test(digits)) return all.filter(({ areaCode }) => areaCode.startsWith(digits))
  const prefixMatches = all.filter(
    (country) => nameMatches(country, (text) => text.startsWith(normalizedSearch)) || country.code.toLowerCase() === normalizedSearch,
  )
  const otherMatches = all.filter(
    (country) => !prefixMatches.includes(country) && nameMatches(country, (text) => text.includes(normalizedSearch)),
  )
  return [...prefixMatches, ...otherMatches]
}

const nameMatches = ({ name, englishName }: NamedCountry, test: (text: string) => boolean): boolean =>
  test(normalizeSearchText(name)) || test(normalizeSearchText(englishName))
