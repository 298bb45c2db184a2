import { i18n, type Messages } from '@lingui/core'

/**
 * Makes the words of a language current. Counts in them are written as all other numbers, with commas for thousands, where Spanish or
 * Vietnamese would have a point. English rules of plurals do for all: a language here has a form of its own for one, or none.
 */
export const activateLocale = (locale: string): void => i18n.activate(locale, 'en')

/** Adds words of a language. On top of those in use they change nothing on the screen, and `load` would have all of it drawn anew. */
export function addCatalogMessages(locale: string, words: Messages): void {
  if (i18n.locale === locale) Object.assign(i18n.messages, words)
  else i18n.load(locale, words)
}
