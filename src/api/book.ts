import { book } from '#contract/constants.ts'
import { usePreference } from '#device/preferences.ts'

/** The book that this person trades in: 1 REAL, 2 DEMO (product §0.1). Kept on this device, DEMO again after signing out. */
export const useBook = (): 1 | 2 => usePreference('accountType')

/** The frame of that book's screens: violet where it is demo money. */
export const useBookTone = (): 'demo' | undefined => (useBook() === book.demo ? 'demo' : undefined)
