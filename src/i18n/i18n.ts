import { i18n, type Messages } from '@lingui/core'
import { languageKey } from '#contract/constants.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { readStored, store } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'
import { activate, addWords } from './activate.ts'
import { type Language, languageFor, languageOf, languages } from './languages.ts'

const english = languages[0] as Language
const current = createStore<Language>(english)

/** The language in use. */
export const currentLanguage = (): Language => current.get()
export const useLanguage = (): Language => useStore(current)
export const onLanguage = current.subscribe

/** The language of this start: the stored one, else the one the browser asks for (requirements: default en-us). */
export const startLanguage = (): LanguageCode => (languageOf(readStored(languageKey)) ?? languageFor(navigator.languages)).code

// Each catalog in two parts (server/build/catalogParts.ts): what the frame and home say, and what all other screens say.
const frame = import.meta.glob<{ messages: Messages }>('../../locales/*/messages.po', { query: '?frame.po' })
const screens = import.meta.glob<{ messages: Messages }>('../../locales/*/messages.po', { query: '?screens.po' })
let parts = [frame]

let wanted = english
/** The language asked for last; its words may still be on their way. What is read meanwhile is read in it. */
export const wantedLanguage = (): Language => wanted

/** Loads the words of a language, makes it current, remembers it. Nothing else of the page reloads. */
export async function loadLanguage(code: LanguageCode): Promise<void> {
  const language = languageOf(code) ?? english
  wanted = language
  try {
    await loadParts(language, parts)
  } catch (error) {
    if (wanted === language) wanted = current.get()
    throw error
  }
  // Another was chosen while its words were on their way.
  if (wanted !== language) return
  activate(language.locale)
  document.documentElement.lang = language.locale
  store(languageKey, language.code)
  current.set(language)
}

/** The words of all screens but home, in this language and from now on in any other. Each of those screens waits for them. */
export async function loadScreenWords(): Promise<void> {
  parts = [frame, screens]
  await loadParts(wanted, [screens])
}

/** A part that is fetched when it is asked for, together with the words of all screens: its own are not in the first load. */
export const withWords = async <T>(part: () => Promise<T>): Promise<T> => (await Promise.all([part(), loadScreenWords()]))[0]

async function loadParts({ locale }: Language, from: typeof parts): Promise<void> {
  const loaded = await Promise.all(from.map(async (part) => part[`../../locales/${locale}/messages.po`]?.()))
  addWords(locale, Object.assign({}, ...loaded.map((catalog) => catalog?.messages)))
}

export { i18n }
