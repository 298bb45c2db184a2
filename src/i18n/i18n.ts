import { i18n, type Messages } from '@lingui/core'
import { languageKey } from '#contract/constants.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { readStored, store } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'
import { type Language, languageFor, languageOf, languages } from './languages.ts'

const current = createStore<Language>(languages[0] as Language)

/** The language in use. */
export const currentLanguage = (): Language => current.get()
export const useLanguage = (): Language => useStore(current)

/** The language of this start: the stored one, else the one the browser asks for (requirements: default en-us). */
export const startLanguage = (): LanguageCode => (languageOf(readStored(languageKey)) ?? languageFor(navigator.languages)).code

/** Loads one catalog, makes it current, remembers it. Nothing else of the page reloads. */
export async function loadLanguage(code: LanguageCode): Promise<void> {
  const language = languageOf(code) ?? (languages[0] as Language)
  const { messages } = (await import(`../../locales/${language.locale}/messages.po`)) as { messages: Messages }
  i18n.loadAndActivate({ locale: language.locale, messages })
  document.documentElement.lang = language.locale
  store(languageKey, language.code)
  current.set(language)
}

export { i18n }
