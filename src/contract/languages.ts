// The one table of languages: codes on the wire, catalogs, fonts, choices and the worker's notifications follow from it.

interface Row {
  /** The code the server and local storage know (docs/rules/interface.md). */
  code: string
  /** The BCP 47 name: catalogs, <html lang>, plural rules. The stored codes are not BCP 47 and would throw or mislead. */
  locale: string
  label: string
  /** Where red means a rise, red is the default for it (docs/rules/interface.md). */
  redUp: boolean
}

/** Every language there is. */
export const supportedLanguages = [
  { code: 'en-us', locale: 'en', label: 'English', redUp: false },
  { code: 'jp', locale: 'ja', label: '日本語', redUp: true },
  { code: 'ko', locale: 'ko', label: '한국어', redUp: true },
  { code: 'mlxy', locale: 'ms', label: 'Bahasa Melayu', redUp: false },
  { code: 'tai', locale: 'th', label: 'ไทย', redUp: false },
  { code: 'vl', locale: 'vi', label: 'Tiếng Việt', redUp: false },
  { code: 'xi', locale: 'es', label: 'Español', redUp: false },
  { code: 'zh-cn', locale: 'zh-Hans', label: '简体中文', redUp: true },
  { code: 'zh-tw', locale: 'zh-Hant', label: '繁體中文', redUp: true },
] as const satisfies readonly Row[]

export type Language = (typeof supportedLanguages)[number]
export type LanguageCode = Language['code']
