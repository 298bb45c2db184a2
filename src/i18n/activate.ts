import { i18n } from '@lingui/core'

/**
 * Makes the words of a language current. Counts in them are written as all other numbers, with commas for thousands, where Spanish or
 * Vietnamese would have a point. English rules of plurals do for all: a language here has a form of its own for one, or none.
 */
export const activate = (locale: string): void => i18n.activate(locale, 'en')
