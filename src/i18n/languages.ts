import type { LanguageCode } from '#contract/calls/account.ts'

export interface Language {
  /** The code the server and local storage know (requirements §9). */
  code: LanguageCode
  /** The BCP 47 name: catalogs, <html lang>, plural rules. The stored codes are not BCP 47 and would throw or mislead. */
  locale: 'en' | 'ja' | 'ko' | 'ms' | 'th' | 'vi' | 'es' | 'zh-Hans' | 'zh-Hant'
  label: string
  /** Where red means a rise, red is the default for it (product §4.5). */
  redUp: boolean
}

/** The one table of languages. */
export const languages: readonly Language[] = [
  { code: 'en-us', locale: 'en', label: 'English', redUp: false },
  { code: 'jp', locale: 'ja', label: '日本語', redUp: true },
  { code: 'ko', locale: 'ko', label: '한국어', redUp: true },
  { code: 'mlxy', locale: 'ms', label: 'Bahasa Melayu', redUp: false },
  { code: 'tai', locale: 'th', label: 'ไทย', redUp: false },
  { code: 'vl', locale: 'vi', label: 'Tiếng Việt', redUp: false },
  { code: 'xi', locale: 'es', label: 'Español', redUp: false },
  { code: 'zh-cn', locale: 'zh-Hans', label: '简体中文', redUp: true },
  { code: 'zh-tw', locale: 'zh-Hant', label: '繁體中文', redUp: true },
]

export const languageOf = (code: string | undefined): Language | undefined => languages.find((language) => language.code === code)

/** The language that fits the browser's wishes best; English when none does. */
export function languageFor(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = languages.find((language) => fits(language, wish.toLowerCase()))
    if (found) return found
  }
  return languages[0] as Language
}

function fits({ locale }: Language, wish: string): boolean {
  if (!wish.startsWith('zh')) return wish.split('-')[0] === locale
  const traditional = /hant|-tw|-hk|-mo/.test(wish)
  return locale === (traditional ? 'zh-Hant' : 'zh-Hans')
}
