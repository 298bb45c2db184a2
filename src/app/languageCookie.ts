import { languageStorageKey } from '#contract/constants.ts'
import { currentLanguage, onLanguageChange } from '#i18n/i18n.ts'

const yearSeconds = 365 * 86_400

/** Tells the server the language in use, now and whenever it changes, so that the page it sends next speaks it before any code has come. */
export function startLanguageCookieSync(): void {
  const writeCookie = (): void => {
    document.cookie = `${languageStorageKey}=${currentLanguage().code};path=/;max-age=${yearSeconds};samesite=lax`
  }
  writeCookie()
  onLanguageChange(writeCookie)
}
