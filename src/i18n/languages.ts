import { type Language, supportedLanguages } from '#contract/languages.ts'

export const languageByCode = (code: string | undefined): Language | undefined =>
  supportedLanguages.find((language) => language.code === code)

/** The language that fits the browser's wishes best; English when none does. */
export function languageMatchingBrowser(browserLanguages: readonly string[]): Language {
  for (const browserLanguage of browserLanguages) {
    const language = supportedLanguages.find((language) => matchesBrowserLanguage(language, browserLanguage.toLowerCase()))
    if (language) return language
  }
  return supportedLanguages[0]
}

function matchesBrowserLanguage({ locale }: Language, browserLanguage: string): boolean {
  if (!browserLanguage.startsWith('zh')) return browserLanguage.split('-')[0] === locale
  const traditional = /hant|-tw|-hk|-mo/.test(browserLanguage)
  return locale === (traditional ? 'zh-Hant' : 'zh-Hans')
}
