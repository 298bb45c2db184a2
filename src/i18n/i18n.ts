import { i18n, type Messages } from '@lingui/core'
import { languageStorageKey } from '#contract/constants.ts'
import { type Language, type LanguageCode, supportedLanguages } from '#contract/languages.ts'
import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'
import { activateLocale, addCatalogMessages } from './activate.ts'
import { languageMatchingBrowser, languageByCode } from './languages.ts'

const english = supportedLanguages[0] as Language
const current = createStore<Language>(english)

/** The language in use. */
export const currentLanguage = (): Language => current.get()
export const useLanguage = (): Language => useStore(current)
export const onLanguageChange = current.subscribe

/** The language of this start: the stored one, else the one the browser asks for (requirements: default en-us). */
export const resolveInitialLanguageCode = (): LanguageCode =>
  (languageByCode(readLocalStorage(languageStorageKey)) ?? languageMatchingBrowser(navigator.languages)).code

// Each catalog in parts (server/build/catalogParts.ts): what the frame says, and what each screen says beside that.
const frame = import.meta.glob<{ messages: Messages }>('../../locales/*/messages.po', { query: '?frame.po' })
const fetchPart = (locale: string, part: string): Promise<{ messages: Messages }> =>
  import(/* @vite-ignore */ `/assets/words/${__WORDS__}/${locale}/${part}.js`)

/** What the frame's words are beside: from now on these come in any language. */
const parts = new Set<string>()
/** What has come, or is on its way, by its language. */
const loadingParts = new Map<string, Promise<void>>()

let wantedLanguage = english
/** The language asked for last; its words may still be on their way. What is read meanwhile is read in it. */
export const requestedLanguage = (): Language => wantedLanguage

/** Loads the words of a language, makes it current, remembers it. Nothing else of the page reloads. */
export async function switchLanguage(code: LanguageCode): Promise<void> {
  const language = languageByCode(code) ?? english
  wantedLanguage = language
  try {
    await Promise.all([loadFrame(language), ...[...parts].map((part) => loadPart(language, part))])
  } catch (error) {
    if (wantedLanguage === language) wantedLanguage = current.get()
    throw error
  }
  // Another was chosen while its words were on their way.
  if (wantedLanguage !== language) return
  activateLocale(language.locale)
  // Said again, it would have the whole page styled anew.
  if (document.documentElement.lang !== language.locale) document.documentElement.lang = language.locale
  writeLocalStorage(languageStorageKey, language.code)
  current.set(language)
}

/** The words of a part, as of the screen at an address, in this language and from now on in any other. */
export async function loadCatalogPart(part: string): Promise<void> {
  parts.add(part)
  await loadPart(wantedLanguage, part)
}

/** What is fetched when it is asked for, together with the words that it says: they are not with those of its screen. */
export const withWords = async <T>(part: string, fetchWithWords: () => Promise<T>): Promise<T> =>
  (await Promise.all([fetchWithWords(), loadCatalogPart(part)]))[0]

const loadFrame = ({ locale }: Language): Promise<void> =>
  loadOnce(`${locale}/`, async () => addCatalogMessages(locale, (await frame[`../../locales/${locale}/messages.po`]?.())?.messages ?? {}))

const loadPart = ({ locale }: Language, part: string): Promise<void> =>
  loadOnce(`${locale}/${part}`, async () => addCatalogMessages(locale, (await fetchPart(locale, part).catch(throwUnloadedWords)).messages))

/** As Vite says it of a chunk. */
function throwUnloadedWords(error: unknown): never {
  dispatchEvent(new Event('vite:preloadError'))
  throw error
}

function loadOnce(name: string, load: () => Promise<void>): Promise<void> {
  const previousLoad = loadingParts.get(name)
  if (previousLoad) return previousLoad
  const loading = load().catch((error: unknown) => {
    loadingParts.delete(name)
    throw error
  })
  loadingParts.set(name, loading)
  return loading
}

export { i18n }
